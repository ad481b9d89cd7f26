// Package ok rings doorbells. The sends to the bell's channel look at no context and need not: there is one
// place in it, and whoever finds that taken does not wait, for somebody else has rung already.
package ok

import (
	"context"
	"sync"
	"time"
)

// Visitor stands at the door.
type Visitor struct {
	Name string
	At   time.Time
}

// Door has a bell.
type Door struct {
	bell chan struct{}

	mu       sync.Mutex
	visitors []Visitor
	rung     bool
}

// New returns a door with nobody in front of it.
func New() *Door { return &Door{bell: make(chan struct{}, 1)} }

// Knock adds a visitor and rings, without ever waiting.
func (d *Door) Knock(ctx context.Context, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	d.mu.Lock()
	d.visitors = append(d.visitors, Visitor{name, time.Now()})
	d.mu.Unlock()
	select {
	case d.bell <- struct{}{}:
	default:
	}
	return nil
}

// Ring rings unless it has rung and nobody has answered yet.
func (d *Door) Ring(ctx context.Context) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rung || len(d.bell) > 0 || ctx.Err() != nil {
		return
	}
	d.rung = true
	select {
	case d.bell <- struct{}{}:
	default:
	}
}

// Answer waits for the bell and returns all who stand at the door.
func (d *Door) Answer(ctx context.Context) ([]Visitor, error) {
	select {
	case <-d.bell:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.rung = false
	all := d.visitors
	d.visitors = nil
	return all, nil
}

// Butler answers the door until ctx ends.
func (d *Door) Butler(ctx context.Context, greet func(Visitor)) error {
	for {
		all, err := d.Answer(ctx)
		if err != nil {
			return err
		}
		for _, v := range all {
			greet(v)
		}
	}
}
