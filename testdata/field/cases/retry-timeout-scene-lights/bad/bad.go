// Package bad reads the state of stage lights over gRPC.
// The connection comes with an interceptor that makes three attempts at each call, and State makes
// four of its own around that: twelve in a show that waits for the answer.
package bad

import (
	"context"
	"fmt"
	"time"

	"github.com/avast/retry-go/v4"
	grpcretry "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Desk is a client of the lighting desk.
type Desk struct {
	conn *grpc.ClientConn
}

// Connect returns a client of the desk at target.
func Connect(target string, creds credentials.TransportCredentials) (*Desk, error) {
	again := grpcretry.UnaryClientInterceptor( // OR retry-timeout
		grpcretry.WithMax(3), // OR retry-timeout
		grpcretry.WithCodes(codes.Unavailable, codes.ResourceExhausted),
		grpcretry.WithBackoff(grpcretry.BackoffExponentialWithJitter(40*time.Millisecond, 0.3)),
	)
	conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(creds), grpc.WithChainUnaryInterceptor(again))
	if err != nil {
		return nil, err
	}
	return &Desk{conn: conn}, nil
}

// State returns the channels of a fixture.
func (d *Desk) State(ctx context.Context, fixture string) (*structpb.Struct, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	out := &structpb.Struct{}
	err := retry.Do( // OR retry-timeout
		func() error {
			out.Reset()
			return d.conn.Invoke(ctx, "/stage.v1.Desk/GetFixture", wrapperspb.String(fixture), out) // EXPECT retry-timeout
		},
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(30*time.Millisecond),
		retry.LastErrorOnly(true),
		retry.RetryIf(func(err error) bool { return status.Code(err) == codes.Unavailable }),
	)
	if err != nil {
		return nil, fmt.Errorf("state of %s: %w", fixture, err)
	}
	return out, nil
}
