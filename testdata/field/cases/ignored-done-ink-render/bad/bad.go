// Package bad renders sheet music through an engraving service. Its package knows no context, so the
// call is made in a goroutine that the handler leaves alone when its time is up. Each page that timed
// out is still being rendered, and a slow service soon renders nothing else.
package bad

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"faultfield/cases/ignored-done-ink-render/bad/engrave"
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

type page struct {
	svg []byte
	err error
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
	rendered := make(chan page, 1)
	go func() { // OR ignored-done
		svg, err := p.engraver.Render(notes) // EXPECT ignored-done // OR blocking-no-ctx
		rendered <- page{svg, err}
	}()
	select {
	case pg := <-rendered:
		return pg.svg, pg.err
	case <-ctx.Done():
		return nil, ctx.Err() // OR ignored-done
	}
}
