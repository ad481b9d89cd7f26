// Package labels prints the labels of a herbarium sheet as a PDF.
package labels

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os/exec"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
)

const setLimit = 20 * time.Second

// ErrNoSheet says that there is no such sheet.
var ErrNoSheet = errors.New("no such sheet")

// Sheet is a pressed plant on paper.
type Sheet struct {
	Number  string
	Species string
	Found   string
}

// Store reads sheets.
type Store interface {
	Sheet(ctx context.Context, number string) (*Sheet, error)
}

// Printer answers label requests with the help of a typesetting program.
type Printer struct {
	store   Store
	program string
	style   string
	log     *slog.Logger
}

// Routes adds the label routes.
func (p *Printer) Routes(r chi.Router) {
	r.Get("/sheets/{number}/label.pdf", p.label)
}

func (p *Printer) label(w http.ResponseWriter, r *http.Request) {
	sheet, err := p.store.Sheet(r.Context(), chi.URLParam(r, "number"))
	if errors.Is(err, ErrNoSheet) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		p.log.Error("sheet not read", "err", err)
		http.Error(w, "herbarium not available", http.StatusServiceUnavailable)
		return
	}
	pdf, err := p.typeset(r.Context(), sheet)
	if err != nil {
		p.log.Error("label not set", "sheet", sheet.Number, "err", err)
		http.Error(w, "cannot print label", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/pdf")
	_, _ = w.Write(pdf)
}

func (p *Printer) typeset(ctx context.Context, s *Sheet) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, setLimit)
	defer cancel()
	text := fmt.Sprintf("%s\n%s\n%s\n", s.Number, s.Species, s.Found)
	var out, problems bytes.Buffer
	cmd := exec.CommandContext(ctx, p.program, "--style", p.style, "-o", "-")
	cmd.WaitDelay = 2 * time.Second
	cmd.Stdin = strings.NewReader(text)
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("typeset: %w: %s", err, bytes.TrimSpace(problems.Bytes()))
	}
	return out.Bytes(), nil
}
