// Package again repeats calls. The limit of a try replaces the caller's context instead of
// living beside it, so after the first try the context is cancelled and nothing is repeated.
package again

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Policy says how often and how fast to try.
type Policy struct {
	Tries  int
	PerTry time.Duration // no limit of its own if zero
	Pause  time.Duration // before the second try, then growing
}

// Do calls fn until it succeeds, fails for good, or the policy or the context is exhausted.
func Do[T any](ctx context.Context, p Policy, transient func(error) bool, fn func(context.Context) (T, error)) (T, error) {
	var zero T
	for try := 1; ; try++ {
		cancel := func() {}
		if p.PerTry > 0 {
			ctx, cancel = context.WithTimeout(ctx, p.PerTry) // EXPECT retry-timeout
		}
		v, err := fn(ctx) // OR retry-timeout
		cancel()
		if err == nil {
			return v, nil
		}
		if try >= p.Tries || !transient(err) {
			return zero, fmt.Errorf("try %d: %w", try, err)
		}
		pause := min(time.Duration(try)*p.Pause, 5*time.Second)
		timer := time.NewTimer(pause + rand.N(pause/2+1))
		select {
		case <-timer.C:
		case <-ctx.Done(): // OR retry-timeout
			timer.Stop()
			return zero, errors.Join(ctx.Err(), err)
		}
	}
}
