// Package endpoint holds what all clients share.
package endpoint

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Endpoint is one remote operation.
type Endpoint[Req, Resp any] func(ctx context.Context, req Req) (Resp, error)

// Retry makes up to max attempts, which may take timeout together.
func Retry[Req, Resp any](max int, timeout time.Duration, next Endpoint[Req, Resp]) Endpoint[Req, Resp] {
	return func(ctx context.Context, req Req) (Resp, error) {
		ctx, cancel := context.WithTimeout(ctx, timeout) // OR retry-timeout
		defer cancel()
		var errs []error
		for i := 0; i < max; i++ { // OR retry-timeout
			if i > 0 {
				t := time.NewTimer(100*time.Millisecond + rand.N(200*time.Millisecond))
				select {
				case <-t.C:
				case <-ctx.Done():
					t.Stop()
				}
			}
			if ctx.Err() != nil {
				errs = append(errs, ctx.Err())
				break
			}
			resp, err := next(ctx, req) // OR retry-timeout
			if err == nil {
				return resp, nil
			}
			errs = append(errs, err)
		}
		var zero Resp
		return zero, errors.Join(errs...)
	}
}
