// Package attempts runs a function several times.
package attempts

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Plan says how.
type Plan struct {
	Max   int
	Pause time.Duration
	Retry func(error) bool
}

// Do runs f until it succeeds, the plan forbids another try, or none is left.
func Do[T any](ctx context.Context, p Plan, f func() (T, error)) (v T, err error) {
	for n := 1; ; n++ {
		if v, err = f(); err == nil || n >= p.Max || !p.Retry(err) {
			return v, err
		}
		t := time.NewTimer(p.Pause/2 + rand.N(p.Pause))
		select {
		case <-ctx.Done():
			t.Stop()
			return v, errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}
