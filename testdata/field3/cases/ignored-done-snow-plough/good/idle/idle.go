// Package idle has pauses that grow.
package idle

import (
	"context"
	"math/rand/v2"
	"time"
)

// Pause grows while nothing happens.
type Pause struct {
	least, most time.Duration
	now         time.Duration
}

// New makes a pause between least and most.
func New(least, most time.Duration) *Pause {
	return &Pause{least: least, most: most, now: least}
}

// Reset makes it short again.
func (p *Pause) Reset() { p.now = p.least }

// Idle pauses, until ctx ends.
func (p *Pause) Idle(ctx context.Context) {
	t := time.NewTimer(p.grow())
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

func (p *Pause) grow() time.Duration {
	d := p.now/2 + rand.N(p.now)
	p.now = min(2*p.now, p.most)
	return d
}
