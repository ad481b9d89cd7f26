// Package good answers with the level of a river. Requests for the same gauge share one call
// to the gauge's own slow server. The shared call must not end with the request that happened
// to start it, so it is cut loose and has a limit of its own; a request whose client has
// gone does not wait for it any longer.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/sync/singleflight"
)

const askLimit = 20 * time.Second

// Level is one measurement.
type Level struct {
	Gauge  string    `json:"gauge"`
	Metres float64   `json:"metres"`
	At     time.Time `json:"at"`
}

// Gauges asks gauge servers, once for all who want to know at the same time.
type Gauges struct {
	hc      *http.Client
	base    string
	flights singleflight.Group
}

// NewGauges returns access to the gauges below base.
func NewGauges(base string) *Gauges {
	return &Gauges{hc: &http.Client{}, base: base}
}

// Level returns the current level at a gauge.
func (g *Gauges) Level(ctx context.Context, gauge string) (Level, error) {
	flight := g.flights.DoChan(gauge, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), askLimit)
		defer cancel()
		return g.ask(ctx, gauge)
	})
	select {
	case res := <-flight:
		if res.Err != nil {
			return Level{}, fmt.Errorf("gauge %s: %w", gauge, res.Err)
		}
		return res.Val.(Level), nil
	case <-ctx.Done():
		return Level{}, fmt.Errorf("gauge %s: %w", gauge, ctx.Err())
	}
}

func (g *Gauges) ask(ctx context.Context, gauge string) (Level, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.base+"/"+url.PathEscape(gauge), nil)
	if err != nil {
		return Level{}, err
	}
	resp, err := g.hc.Do(req)
	if err != nil {
		return Level{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Level{}, fmt.Errorf("status %d", resp.StatusCode)
	}
	var l Level
	err = json.NewDecoder(resp.Body).Decode(&l)
	return l, err
}

// Board is the endpoint.
type Board struct {
	gauges *Gauges
	log    *slog.Logger
}

// ServeHTTP answers with one level.
func (b *Board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	level, err := b.gauges.Level(r.Context(), r.PathValue("gauge"))
	if err != nil {
		b.log.WarnContext(r.Context(), "level", "err", err)
		http.Error(w, "level unknown", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(level)
}
