// Package good looks up scores for a choir over gRPC.
// The repeating interceptor stands first in the chain, the limit inside it is that of one attempt.
package good

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"faultfield7/cases/retry-timeout-choir-scores/good/calls"
)

const (
	attemptLimit = 2 * time.Second
	attempts     = 4
	wholeLimit   = 12 * time.Second
)

// Scores is a client of the score library, which is only read from.
type Scores struct {
	conn *grpc.ClientConn
}

// Open returns a client of the library at target.
func Open(target string, creds credentials.TransportCredentials) (*Scores, error) {
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(creds),
		grpc.WithChainUnaryInterceptor(
			calls.Repeat(attempts),
			calls.Limit(attemptLimit),
		),
	)
	if err != nil {
		return nil, fmt.Errorf("score library: %w", err)
	}
	return &Scores{conn: conn}, nil
}

// Find returns the entry of a piece.
func (s *Scores) Find(ctx context.Context, title string) (map[string]any, error) {
	ctx, cancel := context.WithTimeout(ctx, wholeLimit)
	defer cancel()
	var entry structpb.Struct
	if err := s.conn.Invoke(ctx, "/choir.Scores/Find", wrapperspb.String(title), &entry); err != nil {
		return nil, fmt.Errorf("score %q: %w", title, err)
	}
	return entry.AsMap(), nil
}

// Close ends the connection.
func (s *Scores) Close() error { return s.conn.Close() }
