// Package rpc holds the interceptors of all clients.
package rpc

import (
	"context"
	"math/rand/v2"
	"time"

	"connectrpc.com/connect"
)

// Again repeats calls without side effects while the server is not available.
func Again(tries int) connect.UnaryInterceptorFunc {
	return func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, req connect.AnyRequest) (connect.AnyResponse, error) {
			if req.Spec().IdempotencyLevel != connect.IdempotencyNoSideEffects {
				return next(ctx, req)
			}
			for try := 1; ; try++ { // OR retry-timeout
				resp, err := next(ctx, req)
				if err == nil || try >= tries || connect.CodeOf(err) != connect.CodeUnavailable {
					return resp, err
				}
				d := 50 * time.Millisecond << min(try, 5)
				t := time.NewTimer(d + rand.N(d))
				select {
				case <-ctx.Done():
					t.Stop()
					return nil, err
				case <-t.C:
				}
			}
		}
	}
}
