// Package ok waits for the dough of a bakery to rise.
// It is right although a new time.After stands in each turn of the loop and is left behind
// when the context or the probe comes first: nobody has to receive from it, since its send
// does not block, and since Go 1.23 an unreferenced timer is collected before it fires.
package ok

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// Probe reports the height of the dough.
type Probe interface {
	Height(ctx context.Context) (millimetres int, err error)
	// Touched gets a value when a baker has touched the dough.
	Touched() <-chan struct{}
}

// Dough is watched while it rises.
type Dough struct {
	probe Probe
	every time.Duration
	limit time.Duration
}

// NewDough looks at the dough every so often, for at most limit.
func NewDough(probe Probe, every, limit time.Duration) *Dough {
	return &Dough{probe: probe, every: every, limit: limit}
}

// Risen returns when the dough is as high as wanted.
func (d *Dough) Risen(ctx context.Context, wanted int) error {
	ctx, cancel := context.WithTimeout(ctx, d.limit)
	defer cancel()
	for {
		h, err := d.probe.Height(ctx)
		if err != nil {
			return fmt.Errorf("probe dough: %w", err)
		}
		if h >= wanted {
			return nil
		}
		select {
		case <-time.After(d.every + rand.N(d.every/10+1)):
		case <-d.probe.Touched():
		case <-ctx.Done():
			return fmt.Errorf("dough is at %d of %d mm: %w", h, wanted, ctx.Err())
		}
	}
}
