package a

import (
	"context"
	"errors"
	"time"
)

type call func(ctx context.Context, req string) (string, error)

// Functions that are put around a call.
func limited(d time.Duration) func(call) call {
	return func(next call) call {
		return func(ctx context.Context, req string) (string, error) {
			ctx, cancel := context.WithTimeout(ctx, d)
			defer cancel()
			return next(ctx, req)
		}
	}
}

func afterTimeouts(n int) func(call) call {
	return func(next call) call {
		return func(ctx context.Context, req string) (out string, err error) {
			for range n {
				out, err = next(ctx, req)
				if err == nil || !errors.Is(err, context.DeadlineExceeded) {
					return out, err
				}
			}
			return "", err
		}
	}
}

func limitOutside(c call) call {
	return limited(2 * time.Second)(afterTimeouts(3)(c)) // want `this limit of 2s covers all attempts made at decorators.go:\d+ together`
}

func limitInside(c call) call {
	return afterTimeouts(3)(limited(2 * time.Second)(c))
}

func limitBoth(c call) call {
	return limited(10 * time.Second)(afterTimeouts(3)(limited(2 * time.Second)(c)))
}
