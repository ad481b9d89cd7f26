// Package good holds the connection to the billing service.
package good

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"
)

type policy struct {
	attempts int
	perCall  time.Duration
	total    time.Duration
}

// Dial returns a connection whose calls are tried several times.
func Dial(target string, creds credentials.TransportCredentials) (*grpc.ClientConn, error) {
	p := policy{attempts: 3, perCall: 2 * time.Second, total: 8 * time.Second}
	return grpc.NewClient(target,
		grpc.WithTransportCredentials(creds),
		grpc.WithDisableRetry(),
		grpc.WithUnaryInterceptor(p.intercept),
	)
}

func (p policy) intercept(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, p.total)
	defer cancel()
	var err error
	for n := 1; n <= p.attempts; n++ {
		err = p.call(ctx, method, req, reply, cc, invoke, opts)
		if ctx.Err() != nil || !readOnly(method) || !passing(err) {
			return err
		}
		if n == p.attempts {
			break
		}
		d := time.Duration(n) * 100 * time.Millisecond
		select {
		case <-time.After(d + rand.N(d)):
		case <-ctx.Done():
			return err
		}
	}
	return err
}

func (p policy) call(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts []grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, p.perCall)
	defer cancel()
	return invoke(ctx, method, req, reply, cc, opts...)
}

func readOnly(method string) bool {
	return strings.HasPrefix(method[strings.LastIndexByte(method, '/')+1:], "Get")
}

func passing(err error) bool {
	switch status.Code(err) {
	case codes.Unavailable, codes.DeadlineExceeded:
		return true
	}
	return false
}
