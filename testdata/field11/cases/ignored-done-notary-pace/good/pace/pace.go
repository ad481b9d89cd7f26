// Package pace spaces calls of many goroutines out. Wait returns when its turn comes or when
// its context ends.
package pace

import (
	"context"
	"sync"
	"time"
)

// Pace hands out turns.
type Pace struct {
	every time.Duration

	mu   sync.Mutex
	next time.Time
}

// New returns a pace with one turn in each period.
func New(every time.Duration) *Pace { return &Pace{every: every} }

// Wait waits for a turn. A turn that is given up stays unused.
func (p *Pace) Wait(ctx context.Context) error {
	turn := time.NewTimer(time.Until(p.turn()))
	defer turn.Stop()
	select {
	case <-turn.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Pace) turn() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.next
	if now := time.Now(); at.Before(now) {
		at = now
	}
	p.next = at.Add(p.every)
	return at
}
