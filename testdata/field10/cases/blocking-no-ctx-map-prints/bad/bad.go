// Package bad prints sections of a hiking map for visitors of a park.
// The handler calls the map tool through a package that starts it without a context: a tool that
// hangs on a broken tile keeps the request, the process and its memory for good.
package bad

import (
	"errors"
	"log/slog"
	"net/http"
	"regexp"

	"faultfield10/cases/blocking-no-ctx-map-prints/bad/maptool"
)

var sectionName = regexp.MustCompile(`^[a-z]{1,20}-[0-9]{1,3}$`)

// Prints serves printable map sections.
type Prints struct {
	tool *maptool.Tool
	log  *slog.Logger
}

// NewPrints returns a handler over an installed map tool.
func NewPrints(tool *maptool.Tool, log *slog.Logger) *Prints {
	return &Prints{tool: tool, log: log}
}

// Routes returns the handlers.
func (p *Prints) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /sections/{section}/print", p.print)
	return mux
}

func (p *Prints) print(w http.ResponseWriter, r *http.Request) {
	section := r.PathValue("section")
	if !sectionName.MatchString(section) {
		http.Error(w, "no such section", http.StatusNotFound)
		return
	}
	sheet, err := p.tool.Sheet(section) // OR blocking-no-ctx
	switch {
	case errors.Is(err, maptool.ErrNoSection):
		http.Error(w, "no such section", http.StatusNotFound)
		return
	case err != nil:
		p.log.ErrorContext(r.Context(), "section not printed", "section", section, "err", err)
		http.Error(w, "map not available", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/pdf")
	if _, err := w.Write(sheet); err != nil {
		p.log.DebugContext(r.Context(), "print not sent", "section", section, "err", err)
	}
}
