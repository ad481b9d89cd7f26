// Package good reads the gauges of a weir over gRPC; the calls are repeated by the channel itself.
// The timeout in the service config covers all attempts of a call with their pauses.
package good

import (
	"context"
	"encoding/json"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

type methodName struct {
	Service string `json:"service"`
	Method  string `json:"method,omitempty"`
}

type retryPolicy struct {
	MaxAttempts          int      `json:"maxAttempts"`
	InitialBackoff       string   `json:"initialBackoff"`
	MaxBackoff           string   `json:"maxBackoff"`
	BackoffMultiplier    float64  `json:"backoffMultiplier"`
	RetryableStatusCodes []string `json:"retryableStatusCodes"`
}

type methodConfig struct {
	Name        []methodName `json:"name"`
	Timeout     string       `json:"timeout"`
	RetryPolicy *retryPolicy `json:"retryPolicy,omitempty"`
}

// readings is the config of the calls that only read.
func readings() methodConfig {
	return methodConfig{
		Name:    []methodName{{Service: "weir.Gauges", Method: "Level"}},
		Timeout: "15s",
		RetryPolicy: &retryPolicy{
			MaxAttempts:          4,
			InitialBackoff:       "1s",
			MaxBackoff:           "4s",
			BackoffMultiplier:    2,
			RetryableStatusCodes: []string{"UNAVAILABLE"},
		},
	}
}

// Gauges reads water levels.
type Gauges struct {
	conn *grpc.ClientConn
}

// Open returns the gauges behind target.
func Open(target string, creds credentials.TransportCredentials) (*Gauges, error) {
	config, err := json.Marshal(map[string]any{"methodConfig": []methodConfig{readings()}})
	if err != nil {
		return nil, fmt.Errorf("service config: %w", err)
	}
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(creds),
		grpc.WithDefaultServiceConfig(string(config)),
	)
	if err != nil {
		return nil, fmt.Errorf("gauges: %w", err)
	}
	return &Gauges{conn: conn}, nil
}

// Level returns the level at a gauge in metres.
func (g *Gauges) Level(ctx context.Context, gauge string) (float64, error) {
	var level structpb.Value
	if err := g.conn.Invoke(ctx, "/weir.Gauges/Level", wrapperspb.String(gauge), &level); err != nil {
		return 0, fmt.Errorf("level at %s: %w", gauge, err)
	}
	return level.GetNumberValue(), nil
}

// Close ends the connection.
func (g *Gauges) Close() error { return g.conn.Close() }
