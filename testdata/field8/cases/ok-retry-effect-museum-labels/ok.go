// Package ok writes the labels of museum pieces over gRPC. It is right although the retry policy
// covers every method of the service, writes included: SetLabel stores the whole label
// under the number of the piece and Remove names the piece. Doing either twice leaves
// what doing it once leaves, and there is one writer for each piece.
package ok

import (
	"context"
	"crypto/tls"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const (
	getLabel = "/museum.v1.Labels/GetLabel"
	setLabel = "/museum.v1.Labels/SetLabel" // replaces the label
	remove   = "/museum.v1.Labels/Remove"   // answers OK when there is none
)

const callPolicy = `{"methodConfig": [{
	"name": [{"service": "museum.v1.Labels"}],
	"retryPolicy": {
		"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
		"retryableStatusCodes": ["UNAVAILABLE"]
	}}]}`

// Labels is a client of the label service.
type Labels struct {
	conn  *grpc.ClientConn
	limit time.Duration
}

// Open prepares the connection; Close ends it.
func Open(target string) (*Labels, error) {
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS13})),
		grpc.WithDefaultServiceConfig(callPolicy))
	if err != nil {
		return nil, fmt.Errorf("labels at %s: %w", target, err)
	}
	return &Labels{conn: conn, limit: 8 * time.Second}, nil
}

// Close ends the connection.
func (l *Labels) Close() error { return l.conn.Close() }

// Get returns the label of a piece.
func (l *Labels) Get(ctx context.Context, piece string) (map[string]any, error) {
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	var label structpb.Struct
	if err := l.conn.Invoke(ctx, getLabel, wrapperspb.String(piece), &label); err != nil {
		return nil, fmt.Errorf("label of %s: %w", piece, err)
	}
	return label.AsMap(), nil
}

// Set replaces the label of a piece.
func (l *Labels) Set(ctx context.Context, piece, title, artist string, year int) error {
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	label, err := structpb.NewStruct(map[string]any{
		"piece": piece, "title": title, "artist": artist, "year": year,
	})
	if err != nil {
		return fmt.Errorf("encode label: %w", err)
	}
	if err := l.conn.Invoke(ctx, setLabel, label, new(emptypb.Empty)); err != nil {
		return fmt.Errorf("set label of %s: %w", piece, err)
	}
	return nil
}

// Remove takes the label off a piece.
func (l *Labels) Remove(ctx context.Context, piece string) error {
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	if err := l.conn.Invoke(ctx, remove, wrapperspb.String(piece), new(emptypb.Empty)); err != nil {
		return fmt.Errorf("remove label of %s: %w", piece, err)
	}
	return nil
}
