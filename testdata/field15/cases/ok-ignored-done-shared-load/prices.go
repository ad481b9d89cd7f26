// Package prices keeps the price lists of charging stations. Callers who want the same list at
// the same moment wait for one load. The load belongs to all of them, so it does not end with
// the caller who happened to start it; it has a limit of its own.
package prices

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const loadLimit = 8 * time.Second

// List holds cents per kilowatt hour by tariff.
type List map[string]int

// Source knows price lists.
type Source interface {
	Load(ctx context.Context, station string) (List, error)
}

type flight struct {
	done chan struct{}
	list List
	err  error
}

// Prices shares loads.
type Prices struct {
	source  Source
	mu      sync.Mutex
	flights map[string]*flight
}

// New returns Prices that load from source.
func New(source Source) *Prices {
	return &Prices{source: source, flights: map[string]*flight{}}
}

// Of returns the price list of a station.
func (p *Prices) Of(ctx context.Context, station string) (List, error) {
	p.mu.Lock()
	f, running := p.flights[station]
	if !running {
		f = &flight{done: make(chan struct{})}
		p.flights[station] = f
		go p.load(context.WithoutCancel(ctx), station, f)
	}
	p.mu.Unlock()

	select {
	case <-f.done:
		return f.list, f.err
	case <-ctx.Done():
		return nil, fmt.Errorf("prices of %s: %w", station, ctx.Err())
	}
}

func (p *Prices) load(ctx context.Context, station string, f *flight) {
	ctx, cancel := context.WithTimeout(ctx, loadLimit)
	defer cancel()
	f.list, f.err = p.source.Load(ctx, station)
	p.mu.Lock()
	delete(p.flights, station)
	p.mu.Unlock()
	close(f.done)
}
