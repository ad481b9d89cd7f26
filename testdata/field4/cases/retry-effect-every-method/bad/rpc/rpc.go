// Package rpc has what gRPC clients of this house have in common.
package rpc

import (
	"context"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Persistent gives calls up to tries attempts with a limit each.
func Persistent(tries int, limit time.Duration) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		for n := 1; ; n++ {
			tryCtx, cancel := context.WithTimeout(ctx, limit)
			err := invoker(tryCtx, method, req, reply, cc, opts...) // EXPECT retry-effect
			cancel()
			if n == tries || ctx.Err() != nil || !passing(err) {
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
