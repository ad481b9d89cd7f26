// Package bad orders coins from a mint over gRPC. A retry interceptor covers the whole
// connection and takes DeadlineExceeded for a reason to try again, so a mint that was slow to
// answer strikes the order twice.
package bad

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

// Mint is a client.
type Mint struct{ cc *grpc.ClientConn }

// Connect returns a client.
func Connect(addr string, creds credentials.TransportCredentials) (*Mint, error) {
	cc, err := grpc.NewClient(addr,
		grpc.WithTransportCredentials(creds),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor( // OR retry-effect
			retry.WithMax(3), // OR retry-effect
			retry.WithPerRetryTimeout(4*time.Second),
			retry.WithCodes(codes.Unavailable, codes.DeadlineExceeded), // OR retry-effect
			retry.WithBackoff(retry.BackoffExponentialWithJitter(100*time.Millisecond, 0.2)),
		)),
	)
	if err != nil {
		return nil, err
	}
	return &Mint{cc: cc}, nil
}

// Strike orders n coins of a kind.
func (m *Mint) Strike(ctx context.Context, kind string, n int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	in, err := structpb.NewStruct(map[string]any{"kind": kind, "count": n})
	if err != nil {
		return "", err
	}
	var out wrapperspb.StringValue
	err = m.cc.Invoke(ctx, "/mint.Coins/CreateOrder", in, &out) // EXPECT retry-effect
	return out.GetValue(), err
}

// Kinds lists kinds.
func (m *Mint) Kinds(ctx context.Context) (*structpb.ListValue, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	out := new(structpb.ListValue)
	return out, m.cc.Invoke(ctx, "/mint.Coins/ListKinds", wrapperspb.Bool(true), out)
}
