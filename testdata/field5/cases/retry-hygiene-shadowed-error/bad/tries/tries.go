// Package tries runs reads that may fail now and then.
package tries

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

const step = 60 * time.Millisecond

type final struct{ error }

func (f final) Unwrap() error { return f.error }

// Final marks an error that another try cannot cure.
func Final(err error) error { return final{err} }

// Get calls fn up to n times and returns its first result, or the error of the last call.
func Get[T any](ctx context.Context, n int, fn func(context.Context) (T, error)) (T, error) {
	var (
		out T
		err error
	)
	for i := 1; i <= n; i++ {
		out, err := fn(ctx) // OR retry-hygiene
		if err == nil {
			return out, nil
		}
		var f final
		if ctx.Err() != nil || errors.As(err, &f) {
			return out, err
		}
		if i == n {
			break
		}
		d := time.Duration(i) * step
		select {
		case <-time.After(d + rand.N(d)):
		case <-ctx.Done():
			return out, errors.Join(err, ctx.Err())
		}
	}
	return out, err // EXPECT retry-hygiene
}
