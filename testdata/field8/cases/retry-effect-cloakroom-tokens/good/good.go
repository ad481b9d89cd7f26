// Package good is the client of a cloakroom. The service config gives a retry policy to the one
// method that only reads; HandIn is never sent a second time.
package good

import (
	"context"
	"crypto/tls"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const (
	handIn = "/cloakroom.v1.Desk/HandIn" // takes the next free hook
	lookUp = "/cloakroom.v1.Desk/LookUp"
)

const callPolicy = `{"methodConfig": [{` +
	`"name": [{"service": "cloakroom.v1.Desk", "method": "LookUp"}],` +
	`"retryPolicy": {` +
	`"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,` +
	`"retryableStatusCodes": ["UNAVAILABLE"]}}]}`

// Desk talks to one cloakroom.
type Desk struct {
	conn  *grpc.ClientConn
	limit time.Duration
}

// Open prepares the connection; Close ends it.
func Open(target string) (*Desk, error) {
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS13})),
		grpc.WithDefaultServiceConfig(callPolicy))
	if err != nil {
		return nil, fmt.Errorf("cloakroom %s: %w", target, err)
	}
	return &Desk{conn: conn, limit: 8 * time.Second}, nil
}

// Close ends the connection.
func (d *Desk) Close() error { return d.conn.Close() }

// HandIn leaves a coat and returns the token of its hook.
func (d *Desk) HandIn(ctx context.Context, guest string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, d.limit)
	defer cancel()
	var token wrapperspb.StringValue
	if err := d.conn.Invoke(ctx, handIn, wrapperspb.String(guest), &token); err != nil {
		return "", fmt.Errorf("hand in the coat of %s: %w", guest, err)
	}
	return token.GetValue(), nil
}

// LookUp returns who left the coat with the token.
func (d *Desk) LookUp(ctx context.Context, token string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, d.limit)
	defer cancel()
	var guest wrapperspb.StringValue
	if err := d.conn.Invoke(ctx, lookUp, wrapperspb.String(token), &guest); err != nil {
		return "", fmt.Errorf("look up token %s: %w", token, err)
	}
	return guest.GetValue(), nil
}
