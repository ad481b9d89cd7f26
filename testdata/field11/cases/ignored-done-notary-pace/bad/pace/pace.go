// Package pace spaces calls of many goroutines out. Wait sleeps until its turn comes and looks
// at the context only afterwards; with a long queue that is many seconds too late.
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
	time.Sleep(time.Until(p.turn())) // EXPECT ignored-done
	return ctx.Err()                 // OR ignored-done
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
