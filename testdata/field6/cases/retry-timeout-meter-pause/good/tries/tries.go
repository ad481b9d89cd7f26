// Package tries repeats reads.
package tries

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Policy says how often, how long and how fast to try.
type Policy struct {
	Max    int
	PerTry time.Duration
	Pause  time.Duration // before the second try; grows
	Again  func(error) bool
}

// Do calls read, each time for at most p.PerTry, until it succeeds, fails for good, or p.Max is reached.
func Do[T any](ctx context.Context, p Policy, read func(context.Context) (T, error)) (T, error) {
	for n := 1; ; n++ {
		v, done, err := once(ctx, p, n, read)
		if done {
			return v, err
		}
	}
}

func once[T any](ctx context.Context, p Policy, n int, read func(context.Context) (T, error)) (T, bool, error) {
	tryCtx, cancel := context.WithTimeout(ctx, p.PerTry)
	defer cancel()
	v, err := read(tryCtx)
	if err == nil || n == p.Max || !p.Again(err) {
		return v, true, err
	}
	if werr := wait(ctx, time.Duration(n)*p.Pause); werr != nil {
		return v, true, errors.Join(err, werr)
	}
	return v, false, nil
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d + rand.N(d))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
