package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Plan says how often something is tried and how the pauses grow.
type Plan struct {
	Tries int
	First time.Duration
	Most  time.Duration
}

// Again calls fn until it succeeds, fails for good or the plan is used up.
func Again[T any](ctx context.Context, p Plan, fn func(context.Context) (T, error)) (T, error) {
	var zero T
	var last error
	wait := p.First
	for try := 1; ; try++ {
		v, err := fn(ctx)
		if err == nil {
			return v, nil
		}
		if errors.Is(err, ErrFinal) {
			return zero, err
		}
		last = err
		if try >= p.Tries {
			return zero, fmt.Errorf("given up after %d tries: %w", try, last)
		}
		if err := sleep(ctx, wait); err != nil {
			return zero, errors.Join(err, last)
		}
		wait = min(2*wait, p.Most)
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d/2 + rand.N(d/2))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
