// Package calls has interceptors for clients that only read.
package calls

import (
	"context"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Limit gives each call that passes through it at most d.
func Limit(d time.Duration) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		ctx, cancel := context.WithTimeout(ctx, d) // OR retry-timeout
		defer cancel()
		return next(ctx, method, req, reply, cc, opts...)
	}
}

// Repeat makes up to n attempts while the server is away or too slow.
func Repeat(n int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		for attempt := 1; ; attempt++ {
			err := next(ctx, method, req, reply, cc, opts...)
			if attempt >= n || ctx.Err() != nil || !passing(err) {
				return err
			}
			pause := 100 * time.Millisecond << min(attempt, 5)
			select {
			case <-ctx.Done():
				return err
			case <-time.After(pause/2 + rand.N(pause)):
			}
		}
	}
}

func passing(err error) bool {
	switch status.Code(err) {
	case codes.Unavailable, codes.DeadlineExceeded:
		return true
	}
	return false
}
