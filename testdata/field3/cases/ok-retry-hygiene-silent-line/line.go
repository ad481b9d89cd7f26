// Package ok copies what a tide gauge says into a ring. Each message starts the limit for silence
// anew; since Go 1.23 the timers that did not fire are collected, so time.After does no harm here.
package ok

import (
	"context"
	"errors"
	"time"
)

// ErrSilent means that the gauge has said nothing for too long.
var ErrSilent = errors.New("gauge is silent")

// Level is one message.
type Level struct {
	At time.Time
	Cm int
}

// Ring keeps the newest levels.
type Ring struct {
	levels [512]Level
	next   int
}

// Put replaces the oldest level.
func (r *Ring) Put(l Level) {
	r.levels[r.next] = l
	r.next = (r.next + 1) % len(r.levels)
}

// Copy runs until ctx ends, the gauge hangs up, or it falls silent.
func Copy(ctx context.Context, r *Ring, from <-chan Level, silence time.Duration) error {
	for {
		select {
		case l, ok := <-from:
			if !ok {
				return nil
			}
			r.Put(l)
		case <-time.After(silence):
			return ErrSilent
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
