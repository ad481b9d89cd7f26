// Package again repeats read operations.
package again

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Policy says how often and how long an operation is tried.
type Policy struct {
	Total   time.Duration // of the whole call
	Each    time.Duration // of one attempt
	Pause   time.Duration // before the second attempt; doubles after that
	Times   int           // attempts in all
	Passing func(error) bool
}

// Do calls op until it succeeds, fails for good or the policy is used up.
func Do[T any](ctx context.Context, p Policy, op func(context.Context) (T, error)) (T, error) {
	ctx, stop := context.WithTimeout(ctx, p.Total)
	defer stop()
	pause := p.Pause
	for n := 1; ; n++ {
		v, err := attempt(ctx, p.Each, op)
		if err == nil {
			return v, nil
		}
		if ctx.Err() != nil {
			return v, err
		}
		if n == p.Times || !p.Passing(err) {
			return v, err
		}
		select {
		case <-ctx.Done():
			return v, errors.Join(ctx.Err(), err)
		case <-time.After(pause/2 + rand.N(pause)):
		}
		pause = min(2*pause, time.Second)
	}
}

func attempt[T any](ctx context.Context, limit time.Duration, op func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return op(ctx)
}
