// Package own gives its calls keys that stay, whatever the interceptor adds.
package own

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"stamped/stamp"
)

func order(ctx context.Context, target, key string) error {
	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(stamp.Unary))
	if err != nil {
		return err
	}
	ctx = metadata.AppendToOutgoingContext(ctx, "order-key", key)
	for range 3 {
		if err = conn.Invoke(ctx, "/couriers.v1.Dispatch/Order", nil, nil); status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
