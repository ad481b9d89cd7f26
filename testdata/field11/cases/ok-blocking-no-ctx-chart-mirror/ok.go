// Package ok serves sea charts from a mirror and fetches those it does not have. A fetch is cut
// loose from the request that asked first, because others may wait for the same chart; it has a
// limit of its own, and each request waits for it only as long as its client does.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"golang.org/x/sync/singleflight"
)

const fetchBudget = 2 * time.Minute

// ErrNoChart is returned by an origin for a chart that does not exist.
var ErrNoChart = errors.New("no such chart")

// Origin has all charts and is slow.
type Origin interface {
	Fetch(ctx context.Context, chart string) ([]byte, error)
}

// Shelf keeps charts once fetched.
type Shelf interface {
	Load(ctx context.Context, chart string) (data []byte, found bool, err error)
	Keep(ctx context.Context, chart string, data []byte) error
}

// Mirror serves charts.
type Mirror struct {
	origin  Origin
	shelf   Shelf
	flights singleflight.Group
	log     *slog.Logger
}

// NewMirror returns a mirror of origin.
func NewMirror(origin Origin, shelf Shelf, log *slog.Logger) *Mirror {
	return &Mirror{origin: origin, shelf: shelf, log: log}
}

// ServeHTTP serves one chart.
func (m *Mirror) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, err := m.chart(r.Context(), r.PathValue("chart"))
	switch {
	case errors.Is(err, ErrNoChart):
		http.NotFound(w, r)
		return
	case err != nil:
		m.log.ErrorContext(r.Context(), "chart", "chart", r.PathValue("chart"), "err", err)
		http.Error(w, "chart not available", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "image/tiff")
	_, _ = w.Write(data)
}

func (m *Mirror) chart(ctx context.Context, chart string) ([]byte, error) {
	data, found, err := m.shelf.Load(ctx, chart)
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	if found {
		return data, nil
	}
	landed := m.flights.DoChan(chart, func() (any, error) {
		fetchCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fetchBudget)
		defer cancel()
		return m.fetch(fetchCtx, chart)
	})
	select {
	case res := <-landed:
		data, _ := res.Val.([]byte)
		return data, res.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (m *Mirror) fetch(ctx context.Context, chart string) ([]byte, error) {
	data, err := m.origin.Fetch(ctx, chart)
	if err != nil {
		return nil, fmt.Errorf("fetch: %w", err)
	}
	if err := m.shelf.Keep(ctx, chart, data); err != nil {
		m.log.WarnContext(ctx, "chart not kept", "chart", chart, "err", err)
	}
	return data, nil
}
