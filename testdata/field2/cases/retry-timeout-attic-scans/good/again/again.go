// Package again walks through the tries of an operation.
package again

import (
	"context"
	"math/rand/v2"
	"time"
)

// Options say how often and how fast.
type Options struct {
	First, Max time.Duration
	Tries      int
}

// Retry is a walk through tries.
type Retry struct {
	ctx   context.Context
	opts  Options
	count int
	pause time.Duration
}

// Start begins a walk; the first try comes at once.
func Start(ctx context.Context, opts Options) *Retry {
	return &Retry{ctx: ctx, opts: opts, pause: opts.First}
}

// Count says which try this is, from 1.
func (r *Retry) Count() int { return r.count }

// Next waits until the next try is due. It reports false when there is none.
func (r *Retry) Next() bool {
	if r.count >= r.opts.Tries {
		return false
	}
	r.count++
	if r.count == 1 {
		return r.ctx.Err() == nil
	}
	t := time.NewTimer(r.pause/2 + rand.N(r.pause/2+1))
	defer t.Stop()
	r.pause = min(2*r.pause, r.opts.Max)
	select {
	case <-r.ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
