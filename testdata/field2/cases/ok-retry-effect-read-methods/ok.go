// Package ok asks a herbarium over gRPC and adds to it. A retry interceptor tries calls again;
// it is right, because it is given to the calls that read, one by one, and Add goes without.
package ok

import (
	"context"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Herbarium is a client.
type Herbarium struct {
	reads  grpc.ClientConnInterface
	writes grpc.ClientConnInterface
}

// Open connects.
func Open(addr string, creds credentials.TransportCredentials) (*Herbarium, error) {
	again := retry.UnaryClientInterceptor(
		retry.WithMax(4), retry.WithCodes(codes.Unavailable),
		retry.WithBackoff(retry.BackoffExponentialWithJitter(80*time.Millisecond, 0.3)))
	reads, err := grpc.NewClient(addr, grpc.WithTransportCredentials(creds), grpc.WithChainUnaryInterceptor(again))
	if err != nil {
		return nil, err
	}
	writes, err := grpc.NewClient(addr, grpc.WithTransportCredentials(creds))
	if err != nil {
		return nil, err
	}
	return &Herbarium{reads: reads, writes: writes}, nil
}

// Sheet returns a sheet.
func (h *Herbarium) Sheet(ctx context.Context, id string) (*structpb.Struct, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out := new(structpb.Struct)
	return out, h.reads.Invoke(ctx, "/herbarium.v1.Sheets/Get", wrapperspb.String(id), out)
}

// Add adds a sheet and returns its number.
func (h *Herbarium) Add(ctx context.Context, sheet *structpb.Struct) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out := new(wrapperspb.StringValue)
	err := h.writes.Invoke(ctx, "/herbarium.v1.Sheets/Create", sheet, out)
	return out.GetValue(), err
}
