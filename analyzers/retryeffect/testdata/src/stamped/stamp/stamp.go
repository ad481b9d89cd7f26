// Package stamp has interceptors that give calls a key.
package stamp

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

type key struct{}

// Unary draws a key for each call.
func Unary(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString())
	return invoke(ctx, method, req, reply, cc, opts...)
}

// New makes one that does, and says who calls.
func New(user string) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		md := metadata.Pairs("user", user, "idempotency-key", uuid.NewString())
		return invoke(metadata.NewOutgoingContext(ctx, md), method, req, reply, cc, opts...)
	}
}

// Kept sends on the key that the context has.
func Kept(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	if k, ok := ctx.Value(key{}).(string); ok {
		ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", k)
	}
	return invoke(ctx, method, req, reply, cc, opts...)
}

// Missing draws one only for calls that have none.
func Missing(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	k, ok := ctx.Value(key{}).(string)
	if !ok {
		k = uuid.NewString()
	}
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", k)
	return invoke(ctx, method, req, reply, cc, opts...)
}

// Early sends on what has a key already.
func Early(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	if ctx.Value(key{}) != nil {
		return invoke(ctx, method, req, reply, cc, opts...)
	}
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString())
	return invoke(ctx, method, req, reply, cc, opts...)
}

// Trace names each call for traces.
func Trace(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "x-request-id", uuid.NewString())
	return invoke(ctx, method, req, reply, cc, opts...)
}

// Only lets an interceptor see the calls of one method.
func Only(method string, i grpc.UnaryClientInterceptor) grpc.UnaryClientInterceptor { return i }
