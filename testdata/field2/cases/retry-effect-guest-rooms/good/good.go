// Package good books rooms over gRPC. The connection's service config lets the methods that
// only read be tried again.
package good

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const config = `{
	"methodConfig": [{
		"name": [{"service": "inn.v1.Rooms", "method": "Free"}, {"service": "inn.v1.Rooms", "method": "Describe"}],
		"timeout": "12s",
		"retryPolicy": {
			"maxAttempts": 4,
			"initialBackoff": "0.2s",
			"maxBackoff": "2s",
			"backoffMultiplier": 2,
			"retryableStatusCodes": ["UNAVAILABLE"]
		}
	}]
}`

// Inn is a client.
type Inn struct{ conn grpc.ClientConnInterface }

// Dial connects to an inn.
func Dial(addr string, creds credentials.TransportCredentials) (*Inn, error) {
	conn, err := grpc.NewClient(addr,
		grpc.WithTransportCredentials(creds),
		grpc.WithDefaultServiceConfig(config),
	)
	if err != nil {
		return nil, err
	}
	return &Inn{conn: conn}, nil
}

// Free lists rooms that are free.
func (i *Inn) Free(ctx context.Context, night time.Time) (*structpb.ListValue, error) {
	out := new(structpb.ListValue)
	err := i.conn.Invoke(ctx, "/inn.v1.Rooms/Free", wrapperspb.String(night.Format(time.DateOnly)), out)
	return out, err
}

// Book takes any free room.
func (i *Inn) Book(ctx context.Context, guest string, night time.Time) (string, error) {
	in, err := structpb.NewStruct(map[string]any{"guest": guest, "night": night.Format(time.DateOnly)})
	if err != nil {
		return "", err
	}
	out := new(wrapperspb.StringValue)
	if err := i.conn.Invoke(ctx, "/inn.v1.Rooms/Book", in, out); err != nil {
		return "", fmt.Errorf("book for %s: %w", guest, err)
	}
	return out.GetValue(), nil
}
