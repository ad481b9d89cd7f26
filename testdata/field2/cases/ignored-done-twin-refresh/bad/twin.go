// Package bad refreshes the seating plan of a ferry, once for all who ask at the same
// time. A caller that joins waits for the run or for its own context, and then returns
// the run's error: as long as the run goes on, that is nil. Who gave up is told that the
// plan is fresh.
package bad

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Plan maps seats to names.
type Plan map[string]string

// Source reads the plan of a sailing.
type Source interface {
	Plan(ctx context.Context, sailing string) (Plan, error)
}

type run struct {
	done chan struct{}
	err  error
}

// Desk keeps a plan.
type Desk struct {
	src     Source
	sailing string
	limit   time.Duration

	mu      sync.Mutex
	current *run
	plan    Plan
}

// Seat returns the name for the seat, from a plan that is fresh.
func (d *Desk) Seat(ctx context.Context, seat string) (string, error) {
	if err := d.refresh(ctx); err != nil {
		return "", err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.plan[seat], nil
}

func (d *Desk) refresh(ctx context.Context) error {
	d.mu.Lock()
	r := d.current
	if r == nil {
		r = &run{done: make(chan struct{})}
		d.current = r
		go d.load(context.WithoutCancel(ctx), r)
	}
	d.mu.Unlock()

	select {
	case <-r.done:
	case <-ctx.Done(): // EXPECT ignored-done
	}
	return r.err // OR ignored-done
}

func (d *Desk) load(ctx context.Context, r *run) {
	ctx, cancel := context.WithTimeout(ctx, d.limit)
	defer cancel()
	plan, err := d.src.Plan(ctx, d.sailing)

	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil {
		r.err = fmt.Errorf("load plan of %s: %w", d.sailing, err)
	} else {
		d.plan = plan
	}
	d.current = nil
	close(r.done)
}
