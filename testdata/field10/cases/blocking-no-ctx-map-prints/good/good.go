// Package good prints sections of a hiking map for visitors of a park.
// The map tool is started under the request's context with a limit of its own, and killed when
// either ends.
package good

import (
	"errors"
	"log/slog"
	"net/http"
	"regexp"

	"faultfield10/cases/blocking-no-ctx-map-prints/good/maptool"
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
	sheet, err := p.tool.Sheet(r.Context(), section)
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
