// Package stamp marks outgoing calls with a key for deduplication.
package stamp

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

const header = "idempotency-key"

// Unary adds the key to a call.
func Unary(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx = metadata.AppendToOutgoingContext(ctx, header, uuid.NewString()) // EXPECT retry-effect
	return invoke(ctx, method, req, reply, cc, opts...)
}
