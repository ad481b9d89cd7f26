// Package again repeats functions.
package again

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Schedule says how often and how far apart.
type Schedule struct {
	times int
	pause time.Duration
}

// Times returns a Schedule of n calls with pauses that grow from first.
func Times(n int, first time.Duration) Schedule {
	return Schedule{times: n, pause: first}
}

// Do calls fn until it succeeds, as often as s says while ctx lasts.
func Do[T any](ctx context.Context, s Schedule, fn func(context.Context) (T, error)) (T, error) {
	pause := s.pause
	for n := 1; ; n++ {
		v, err := fn(ctx)
		if err == nil || n == s.times || ctx.Err() != nil {
			return v, err
		}
		select {
		case <-ctx.Done():
			return v, errors.Join(ctx.Err(), err)
		case <-time.After(pause + rand.N(pause)):
			pause *= 2
		}
	}
}
