// Package tries runs things again.
package tries

import (
	"context"
	"math/rand/v2"
	"time"
)

// Do runs f up to n times and returns its last result.
func Do[T any](ctx context.Context, n int, f func(context.Context) (T, error)) (v T, err error) {
	wait := 50 * time.Millisecond
	for i := 1; ; i++ {
		if v, err = f(ctx); err == nil || i == n || ctx.Err() != nil {
			return v, err
		}
		t := time.NewTimer(wait + rand.N(wait))
		select {
		case <-t.C:
			wait *= 2
		case <-ctx.Done():
			t.Stop()
			return v, ctx.Err()
		}
	}
}
