// Package rpc has what gRPC clients of this house have in common.
package rpc

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Persistent gives calls of the named methods up to tries attempts, and all calls the limit.
func Persistent(tries int, limit time.Duration, methods ...string) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		for n := 1; ; n++ {
			tryCtx, cancel := context.WithTimeout(ctx, limit)
			err := invoker(tryCtx, method, req, reply, cc, opts...)
			cancel()
			if n == tries || ctx.Err() != nil || !passing(err) || !slices.Contains(methods, method) {
				return err
			}
			t := time.NewTimer(100*time.Millisecond<<n + rand.N(100*time.Millisecond))
			select {
			case <-t.C:
			case <-ctx.Done():
				t.Stop()
				return err
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
