// Package good serves pollen forecasts that it gets from a pool of model servers.
// Timeout is spent once for a forecast; each attempt takes its share of it, and the pauses fit in as well.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

// Forecast is the pollen count by plant.
type Forecast map[string]float64

// Model is a connection to one model server.
type Model interface {
	Forecast(ctx context.Context, region string) (Forecast, error)
}

// ErrNoRegion is final: no server knows the region.
var ErrNoRegion = errors.New("no such region")

// Pool asks its servers in turn, some rounds over.
type Pool struct {
	Models  []Model
	Rounds  int
	Timeout time.Duration // of a forecast, whatever the number of servers asked
	Log     *slog.Logger
}

// NewPool returns a pool with the usual limits.
func NewPool(log *slog.Logger, models ...Model) *Pool {
	return &Pool{Models: models, Rounds: 3, Timeout: 24 * time.Second, Log: log}
}

// ServeHTTP answers GET /forecast?region=...
func (p *Pool) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, err := p.forecast(r.Context(), r.FormValue("region"))
	switch {
	case errors.Is(err, ErrNoRegion):
		http.NotFound(w, r)
	case err != nil:
		p.Log.Error("no forecast", "region", r.FormValue("region"), "err", err)
		http.Error(w, "forecast not available", http.StatusServiceUnavailable)
	default:
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(f); err != nil {
			p.Log.Debug("answer not sent", "err", err)
		}
	}
}

func (p *Pool) forecast(ctx context.Context, region string) (Forecast, error) {
	ctx, cancel := context.WithTimeout(ctx, p.Timeout)
	defer cancel()
	var last error
	for round := range p.Rounds {
		if round > 0 {
			select {
			case <-ctx.Done():
				return nil, errors.Join(ctx.Err(), last)
			case <-time.After(100*time.Millisecond<<round + rand.N(100*time.Millisecond)):
			}
		}
		for _, m := range p.Models {
			f, err := p.ask(ctx, m, region)
			if err == nil || errors.Is(err, ErrNoRegion) || ctx.Err() != nil {
				return f, err
			}
			p.Log.Warn("model server failed", "round", round, "err", err)
			last = err
		}
	}
	return nil, last
}

func (p *Pool) ask(ctx context.Context, m Model, region string) (Forecast, error) {
	ctx, cancel := context.WithTimeout(ctx, p.Timeout/time.Duration((p.Rounds+1)*len(p.Models)))
	defer cancel()
	return m.Forecast(ctx, region)
}
