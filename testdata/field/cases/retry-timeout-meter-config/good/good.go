// Package good dials the metering service with a service config.
// The method's timeout is the deadline of the call with all its attempts, and is sized for them;
// an attempt is repeated when the server was not available.
package good

import (
	"context"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/structpb"
)

const serviceConfig = `{
  "methodConfig": [{
    "name": [{"service": "metering.v1.Meters", "method": "Read"}],
    "timeout": "8s",
    "retryPolicy": {
      "maxAttempts": 4,
      "initialBackoff": "0.2s",
      "maxBackoff": "2s",
      "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]
    }
  }]
}`

// Meters reads meters.
type Meters struct {
	conn *grpc.ClientConn
}

// Dial connects lazily.
func Dial(target string, creds credentials.TransportCredentials) (*Meters, error) {
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(creds),
		grpc.WithDefaultServiceConfig(serviceConfig),
	)
	if err != nil {
		return nil, fmt.Errorf("metering client: %w", err)
	}
	return &Meters{conn: conn}, nil
}

// Read returns the registers of a meter.
func (m *Meters) Read(ctx context.Context, serial string) (map[string]any, error) {
	in, err := structpb.NewStruct(map[string]any{"serial": serial})
	if err != nil {
		return nil, err
	}
	out := &structpb.Struct{}
	if err := m.conn.Invoke(ctx, "/metering.v1.Meters/Read", in, out); err != nil {
		return nil, fmt.Errorf("read meter %s: %w", serial, err)
	}
	return out.AsMap(), nil
}

// Close gives the connection up.
func (m *Meters) Close() error { return m.conn.Close() }
