// Package schedule gives out pauses that grow.
package schedule

import (
	"context"
	"math/rand/v2"
	"time"
)

// Pauses grow from a first to a longest one. One goroutine at a time may use them.
type Pauses struct {
	first, longest, next time.Duration
}

// New returns Pauses.
func New(first, longest time.Duration) *Pauses {
	return &Pauses{first: first, longest: longest, next: first}
}

// Next returns a pause between half and one and a half times the current step, and doubles the step.
func (p *Pauses) Next() time.Duration {
	d := p.next
	p.next = min(2*p.next, p.longest)
	return d/2 + rand.N(d)
}

// Reset goes back to the first step.
func (p *Pauses) Reset() { p.next = p.first }

// Sleep waits for d, or returns ctx's error as soon as ctx ends.
func Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
