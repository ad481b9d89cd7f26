// Package stamp marks outgoing calls with a key for deduplication.
package stamp

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

const header = "idempotency-key"

type key struct{}

// With returns a context whose calls carry k.
func With(ctx context.Context, k string) context.Context { return context.WithValue(ctx, key{}, k) }

// Unary adds the key to a call.
func Unary(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	if k, ok := ctx.Value(key{}).(string); ok {
		ctx = metadata.AppendToOutgoingContext(ctx, header, k)
	}
	return invoke(ctx, method, req, reply, cc, opts...)
}
