// Package readers makes remote calls that read, on a connection that repeats them.
package readers

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

func again(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var err error
	for range 3 {
		if err = invoker(ctx, method, req, reply, cc, opts...); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func find(ctx context.Context, addr string, in any) error {
	cc, err := grpc.NewClient(addr, grpc.WithUnaryInterceptor(again))
	if err != nil {
		return err
	}
	return cc.Invoke(ctx, "/choir.Scores/Find", in, nil)
}
