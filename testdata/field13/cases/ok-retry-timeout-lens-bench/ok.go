// Package ok repeats calls to a lens measuring bench in a gRPC interceptor. Each try gets a
// context of its own, three seconds from now. That does not push the caller's deadline out:
// a derived context ends with its parent, and the loop asks the caller's context whether to go on.
package ok

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
	benchTries = 3
	tryLimit   = 3 * time.Second
	callLimit  = 12 * time.Second
)

// readOnly lists the methods that change nothing on the bench.
var readOnly = map[string]bool{
	"/optics.v1.Bench/Focus":  true,
	"/optics.v1.Bench/Status": true,
}

// Dial returns a connection whose reading calls are repeated.
func Dial(addr string, creds credentials.TransportCredentials) (*grpc.ClientConn, error) {
	return grpc.NewClient(addr,
		grpc.WithTransportCredentials(creds),
		grpc.WithDisableRetry(),
		grpc.WithUnaryInterceptor(repeat),
	)
}

func repeat(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx, stop := context.WithTimeout(ctx, callLimit)
	defer stop()
	if !readOnly[method] {
		return invoke(ctx, method, req, reply, cc, opts...)
	}
	for try := 1; ; try++ {
		tryCtx, cancel := context.WithTimeout(ctx, tryLimit)
		err := invoke(tryCtx, method, req, reply, cc, opts...)
		cancel()
		if err == nil || try == benchTries || ctx.Err() != nil || !transient(err) {
			return err
		}
		select {
		case <-time.After(200*time.Millisecond<<try + rand.N(200*time.Millisecond)):
		case <-ctx.Done():
			return status.FromContextError(ctx.Err()).Err()
		}
	}
}

// transient takes a try's own deadline for a reason to try again; the caller's is asked before.
func transient(err error) bool {
	code := status.Code(err)
	return code == codes.Unavailable || code == codes.DeadlineExceeded
}
