// Package bad answers with the level of a river. Requests for the same gauge share one call
// to the gauge's own slow server. The shared call must not end with the request that happened
// to start it, so it is cut loose; but nothing limits it then, and every request waits in Do
// until it is over, even those whose client has long gone.
package bad

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
	return &Gauges{hc: &http.Client{}, base: base} // OR blocking-no-ctx
}

// Level returns the current level at a gauge.
func (g *Gauges) Level(ctx context.Context, gauge string) (Level, error) {
	v, err, _ := g.flights.Do(gauge, func() (any, error) { // EXPECT blocking-no-ctx // OR ignored-done
		return g.ask(context.WithoutCancel(ctx), gauge) // OR blocking-no-ctx // OR ignored-done
	})
	if err != nil {
		return Level{}, fmt.Errorf("gauge %s: %w", gauge, err)
	}
	return v.(Level), nil
}

func (g *Gauges) ask(ctx context.Context, gauge string) (Level, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.base+"/"+url.PathEscape(gauge), nil)
	if err != nil {
		return Level{}, err
	}
	resp, err := g.hc.Do(req) // OR blocking-no-ctx
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
