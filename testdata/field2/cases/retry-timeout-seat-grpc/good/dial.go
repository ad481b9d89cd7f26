// Package good dials the seat service of a concert hall.
// The retries come first in the chain; below them each attempt gets two seconds.
package good

import (
	"context"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"
)

const (
	callLimit = 2 * time.Second
	attempts  = 4
)

// readOnly are the methods that may be called twice.
var readOnly = map[string]bool{
	"/hall.Seats/Plan": true,
	"/hall.Seats/Free": true,
}

// Dial returns a connection with the usual interceptors.
func Dial(target string, creds credentials.TransportCredentials) (*grpc.ClientConn, error) {
	return grpc.NewClient(target,
		grpc.WithTransportCredentials(creds),
		grpc.WithChainUnaryInterceptor(
			repeat(attempts),
			limit(callLimit),
		),
	)
}

func limit(d time.Duration) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		ctx, cancel := context.WithTimeout(ctx, d)
		defer cancel()
		return invoke(ctx, method, req, reply, cc, opts...)
	}
}

func repeat(n int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		if !readOnly[method] {
			return invoke(ctx, method, req, reply, cc, opts...)
		}
		var err error
		for i := range n {
			if i > 0 {
				t := time.NewTimer(50*time.Millisecond<<i + rand.N(100*time.Millisecond))
				select {
				case <-ctx.Done():
					t.Stop()
					return err
				case <-t.C:
				}
			}
			err = invoke(ctx, method, req, reply, cc, opts...)
			if c := status.Code(err); c != codes.Unavailable && c != codes.DeadlineExceeded {
				return err
			}
			if ctx.Err() != nil {
				return err
			}
		}
		return err
	}
}
