package channel

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

// Own repeats whatever is called.
func Own(tries int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		for n := 1; ; n++ {
			err := invoker(ctx, method, req, reply, cc, opts...) // want `whatever method is called is repeated by the loop`
			if err == nil || n == tries || ctx.Err() != nil {
				return err
			}
			time.Sleep(time.Second)
		}
	}
}

// Named repeats what it was told to.
func Named(tries int, again map[string]bool) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		for n := 1; ; n++ {
			err := invoker(ctx, method, req, reply, cc, opts...)
			if err == nil || n == tries || ctx.Err() != nil || !again[method] {
				return err
			}
			time.Sleep(time.Second)
		}
	}
}
