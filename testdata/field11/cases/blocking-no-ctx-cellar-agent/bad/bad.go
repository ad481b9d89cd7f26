// Package bad watches over a wine cellar. Each probe gets half a period; the climate probe hands
// that limit to a client that has no use for it.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"faultfield11/cases/blocking-no-ctx-cellar-agent/bad/agent"
)

// Probe says how one part of a wine cellar is.
type Probe interface {
	Name() string
	Check(ctx context.Context) error
}

// ClimateProbe asks the climate agent of the machine.
type ClimateProbe struct {
	agent   *agent.Client
	maximum float64
}

// NewClimateProbe returns a probe of the agent that listens on socket.
func NewClimateProbe(socket string, maximum float64) *ClimateProbe {
	return &ClimateProbe{agent: agent.New(socket), maximum: maximum}
}

// Name implements Probe.
func (p *ClimateProbe) Name() string { return "climate" }

// Check implements Probe.
func (p *ClimateProbe) Check(ctx context.Context) error {
	raw, err := p.agent.Get(ctx, "/readings")
	if err != nil {
		return err
	}
	var readings struct {
		Degrees float64 `json:"degrees"`
	}
	if err := json.Unmarshal(raw, &readings); err != nil {
		return fmt.Errorf("decode readings: %w", err)
	}
	if readings.Degrees > p.maximum {
		return errors.New("cellar is too warm")
	}
	return nil
}

// Watch checks the probes in turn, each time the period is over.
type Watch struct {
	probes []Probe
	period time.Duration
	log    *slog.Logger

	mu    sync.Mutex
	state map[string]error
}

// Run watches until ctx ends.
func (w *Watch) Run(ctx context.Context) error {
	tick := time.NewTicker(w.period)
	defer tick.Stop()
	for {
		for _, p := range w.probes {
			w.record(p.Name(), w.check(ctx, p))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

func (w *Watch) check(ctx context.Context, p Probe) error {
	ctx, cancel := context.WithTimeout(ctx, w.period/2)
	defer cancel()
	return p.Check(ctx)
}

func (w *Watch) record(name string, err error) {
	if err != nil {
		w.log.Warn("probe", "name", name, "err", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.state == nil {
		w.state = make(map[string]error)
	}
	w.state[name] = err
}
