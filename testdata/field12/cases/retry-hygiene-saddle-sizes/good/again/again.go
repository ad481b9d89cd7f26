// Package again repeats failed operations.
package again

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Policy says how often and how long an operation is repeated.
type Policy struct {
	Attempts int
	First    time.Duration // pause after the first attempt; doubles from there
	Total    time.Duration // of all attempts and pauses
	Final    func(error) bool
}

// Do calls op until it succeeds, fails for good, or the policy is used up.
func Do[T any](ctx context.Context, p Policy, op func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, p.Total)
	defer cancel()

	var zero T
	var last error
	for n := range p.Attempts {
		v, err := op(ctx)
		if err == nil {
			return v, nil
		}
		if p.Final(err) || ctx.Err() != nil {
			return zero, err
		}
		last = err
		if n == p.Attempts-1 {
			break
		}
		if err := pause(ctx, p.First<<n); err != nil {
			return zero, errors.Join(err, last)
		}
	}
	return zero, fmt.Errorf("%d attempts: %w", p.Attempts, last)
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d + rand.N(d/4+1))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
