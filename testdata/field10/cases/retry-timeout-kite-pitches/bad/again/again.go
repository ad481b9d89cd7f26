// Package again repeats an operation with growing pauses in between.
package again

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Policy says how often and for which errors an operation is repeated.
type Policy struct {
	Tries     int
	Pause     time.Duration // before the first repetition; it doubles
	Transient func(error) bool
}

// Do calls op until it succeeds, fails for good, or has been tried often enough.
func Do[T any](ctx context.Context, p Policy, op func() (T, error)) (T, error) {
	for try := 1; ; try++ {
		v, err := op()
		if err == nil || try >= p.Tries || ctx.Err() != nil || !p.Transient(err) {
			return v, err
		}
		d := p.Pause << min(try-1, 5)
		select {
		case <-ctx.Done():
			return v, errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d)):
		}
	}
}
