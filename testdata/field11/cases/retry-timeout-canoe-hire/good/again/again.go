// Package again repeats calls. Each try has a context of its own that derives from the caller's.
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
		tryCtx, cancel := ctx, context.CancelFunc(func() {})
		if p.PerTry > 0 {
			tryCtx, cancel = context.WithTimeout(ctx, p.PerTry)
		}
		v, err := fn(tryCtx)
		cancel()
		if err == nil {
			return v, nil
		}
		if try >= p.Tries || ctx.Err() != nil || !transient(err) {
			return zero, fmt.Errorf("try %d: %w", try, err)
		}
		pause := min(time.Duration(try)*p.Pause, 5*time.Second)
		timer := time.NewTimer(pause + rand.N(pause/2+1))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return zero, errors.Join(ctx.Err(), err)
		}
	}
}
