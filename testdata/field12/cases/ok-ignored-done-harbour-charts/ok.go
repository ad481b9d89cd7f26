// Package ok draws charts of harbours, each only once however many ask for it. A drawing is
// shared, so it must not end with the caller that happened to be the first: it runs on a
// context without that caller's cancellation, with a limit of its own, while every caller
// waits under its own context.
package ok

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/singleflight"
)

const drawLimit = 20 * time.Second

// ErrUnknown is returned for a harbour that nobody has measured.
var ErrUnknown = errors.New("unknown harbour")

// Drawer draws a chart.
type Drawer interface {
	Draw(ctx context.Context, harbour string) ([]byte, error)
}

// Charts serves charts.
type Charts struct {
	drawer  Drawer
	flights singleflight.Group
}

// Chart returns the chart of a harbour.
func (c *Charts) Chart(ctx context.Context, harbour string) ([]byte, error) {
	drawn := c.flights.DoChan(harbour, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drawLimit)
		defer cancel()
		return c.drawer.Draw(ctx, harbour)
	})
	select {
	case r := <-drawn:
		if r.Err != nil {
			return nil, fmt.Errorf("draw %s: %w", harbour, r.Err)
		}
		chart, _ := r.Val.([]byte)
		return chart, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for chart of %s: %w", harbour, ctx.Err())
	}
}

// ServeHTTP answers with one chart.
func (c *Charts) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	chart, err := c.Chart(r.Context(), r.PathValue("harbour"))
	switch {
	case errors.Is(err, ErrUnknown):
		http.NotFound(w, r)
		return
	case err != nil:
		http.Error(w, "no chart", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(chart)
}
