// Package good renders sheet music through an engraving service, whose package takes the context: what
// timed out is also stopped.
package good

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"faultfield/cases/ignored-done-ink-render/good/engrave"
)

// Pages serves rendered pages.
type Pages struct {
	engraver *engrave.Client
	limit    time.Duration
	log      *slog.Logger
}

// New returns a handler that waits up to limit for a page.
func New(e *engrave.Client, limit time.Duration, log *slog.Logger) *Pages {
	return &Pages{engraver: e, limit: limit, log: log}
}

// ServeHTTP renders one page.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), p.limit)
	defer cancel()
	svg, err := p.render(ctx, r.FormValue("notes"))
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		http.Error(w, "rendering takes too long", http.StatusGatewayTimeout)
		return
	case err != nil:
		p.log.ErrorContext(ctx, "render", "err", err)
		http.Error(w, "cannot render", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	_, _ = w.Write(svg)
}

func (p *Pages) render(ctx context.Context, notes string) ([]byte, error) {
	return p.engraver.Render(ctx, notes)
}
