// Package flow refreshes assets with a few workers.
package flow

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Asset is a table that a query fills.
type Asset struct {
	Name  string
	Query string
}

// Engine runs queries in the warehouse.
type Engine interface {
	Materialize(ctx context.Context, a Asset) error
}

// Pool has a fixed number of workers.
type Pool struct {
	engine  Engine
	workers int
}

// NewPool returns a pool.
func NewPool(e Engine, workers int) *Pool { return &Pool{engine: e, workers: workers} }

// Refresh brings all assets up to date. Assets that fail do not keep others from being
// refreshed.
func (p *Pool) Refresh(ctx context.Context, assets []Asset) error {
	todo := make(chan Asset, len(assets))
	for _, a := range assets {
		todo <- a
	}
	close(todo)

	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		failed []error
	)
	fail := func(a Asset, err error) {
		mu.Lock()
		defer mu.Unlock()
		failed = append(failed, fmt.Errorf("%s: %w", a.Name, err))
	}
	for range p.workers {
		wg.Go(func() {
			for a := range todo {
				if ctx.Err() != nil {
					return // EXPECT ignored-done
				}
				if err := p.engine.Materialize(ctx, a); err != nil {
					fail(a, err)
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(failed...) // OR ignored-done
}
