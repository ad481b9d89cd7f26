package a

import (
	"context"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/timeout"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func within(d time.Duration) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		ctx, cancel := context.WithTimeout(ctx, d)
		defer cancel()
		return invoke(ctx, method, req, reply, cc, opts...)
	}
}

func repeat(n int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		var err error
		for range n {
			err = invoke(ctx, method, req, reply, cc, opts...)
			if c := status.Code(err); c != codes.Unavailable && c != codes.DeadlineExceeded {
				return err
			}
			time.Sleep(50 * time.Millisecond)
		}
		return err
	}
}

func repeatUnavailable(n int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		var err error
		for range n {
			err = invoke(ctx, method, req, reply, cc, opts...)
			if status.Code(err) != codes.Unavailable {
				return err
			}
			time.Sleep(50 * time.Millisecond)
		}
		return err
	}
}

func logged(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	return invoke(ctx, method, req, reply, cc, opts...)
}

// The limit stands before the attempts.
func chained() {
	_, _ = grpc.NewClient("m", grpc.WithChainUnaryInterceptor(
		within(2*time.Second), // want `this limit of 2s covers all attempts made at interceptors.go:\d+`
		logged,
		repeat(4),
	))
	_, _ = grpc.NewClient("m",
		grpc.WithUnaryInterceptor(within(2*time.Second)), // want `this limit of 2s covers all attempts made at`
		grpc.WithChainUnaryInterceptor(repeat(4)),
	)
	all := []grpc.UnaryClientInterceptor{
		timeout.UnaryClientInterceptor(time.Second), // want `this limit of 1s covers all attempts made at`
		retry.UnaryClientInterceptor(retry.WithMax(3), retry.WithCodes(codes.Unavailable, codes.DeadlineExceeded)),
	}
	_, _ = grpc.NewClient("m", grpc.WithChainUnaryInterceptor(all...))
}

func chainedRight(d time.Duration, all []grpc.UnaryClientInterceptor) {
	_, _ = grpc.NewClient("m", grpc.WithChainUnaryInterceptor(repeat(4), within(2*time.Second)))
	_, _ = grpc.NewClient("m", grpc.WithChainUnaryInterceptor(repeat(4), logged), grpc.WithUnaryInterceptor(logged))
	// A limit of all, and one of each.
	_, _ = grpc.NewClient("m", grpc.WithChainUnaryInterceptor(within(9*time.Second), repeat(4), within(2*time.Second)))
	_, _ = grpc.NewClient("m", grpc.WithChainUnaryInterceptor(timeout.UnaryClientInterceptor(9*time.Second),
		retry.UnaryClientInterceptor(retry.WithMax(3), retry.WithPerRetryTimeout(2*time.Second), retry.WithCodes(codes.DeadlineExceeded))))
	// What exceeds the limit is not repeated.
	_, _ = grpc.NewClient("m", grpc.WithChainUnaryInterceptor(within(2*time.Second), repeatUnavailable(4)))
	_, _ = grpc.NewClient("m", grpc.WithChainUnaryInterceptor(timeout.UnaryClientInterceptor(d), retry.UnaryClientInterceptor(retry.WithMax(3))))
	_, _ = grpc.NewClient("m", grpc.WithChainUnaryInterceptor(all...))
}
