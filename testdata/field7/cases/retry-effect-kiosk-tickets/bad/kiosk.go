// Package bad sells museum tickets over gRPC.
// The retry policy of the connection is meant for lookups and covers the whole service.
// UNAVAILABLE is also what a client gets when the server goes down after the work was done,
// so Issue can issue and charge a ticket up to four times.
package bad

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/structpb"
)

const (
	retried = `[{"service": "museum.v1.Tickets"}]` // OR retry-effect
	policy  = `{"methodConfig": [{"name": ` + retried + `, "retryPolicy": {
		"maxAttempts": 4,
		"initialBackoff": "0.2s",
		"maxBackoff": "2s",
		"backoffMultiplier": 2,
		"retryableStatusCodes": ["UNAVAILABLE"]
	}}]}`
)

// Kiosk is one ticket machine.
type Kiosk struct {
	conn  *grpc.ClientConn
	limit time.Duration
}

// Open prepares the connection to the office at target.
func Open(target string) (*Kiosk, error) {
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(credentials.NewTLS(nil)),
		grpc.WithDefaultServiceConfig(policy), // EXPECT retry-effect
	)
	if err != nil {
		return nil, fmt.Errorf("open kiosk: %w", err)
	}
	return &Kiosk{conn: conn, limit: 10 * time.Second}, nil
}

// Close ends the connection.
func (k *Kiosk) Close() error { return k.conn.Close() }

// Find looks up a ticket.
func (k *Kiosk) Find(ctx context.Context, number string) (*structpb.Struct, error) {
	return k.call(ctx, "/museum.v1.Tickets/Find", map[string]any{"number": number})
}

// Issue charges the card and issues a ticket.
func (k *Kiosk) Issue(ctx context.Context, card, tariff string) (*structpb.Struct, error) {
	return k.call(ctx, "/museum.v1.Tickets/Issue", map[string]any{"card": card, "tariff": tariff}) // OR retry-effect
}

func (k *Kiosk) call(ctx context.Context, method string, fields map[string]any) (*structpb.Struct, error) {
	ctx, cancel := context.WithTimeout(ctx, k.limit)
	defer cancel()
	in, err := structpb.NewStruct(fields)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", method, err)
	}
	out := new(structpb.Struct)
	if err := k.conn.Invoke(ctx, method, in, out); err != nil { // OR retry-effect
		return nil, fmt.Errorf("call %s: %w", method, err)
	}
	return out, nil
}
