// Package good is the client of the allotment office, which numbers its plots.
// The retry policy of the connection names the methods that only read; Assign is sent once.
package good

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/structpb"
)

const (
	assignMethod = "/allotment.v1.Office/Assign"
	plotMethod   = "/allotment.v1.Office/Plot"
	listMethod   = "/allotment.v1.Office/ListPlots"

	callTimeout = 10 * time.Second
)

const serviceConfig = `{
  "methodConfig": [{
    "name": [
      {"service": "allotment.v1.Office", "method": "Plot"},
      {"service": "allotment.v1.Office", "method": "ListPlots"}
    ],
    "retryPolicy": {
      "maxAttempts": 4,
      "initialBackoff": "0.2s",
      "maxBackoff": "2s",
      "backoffMultiplier": 2,
      "retryableStatusCodes": ["UNAVAILABLE"]
    }
  }]
}`

// Office is a connection to the allotment office.
type Office struct {
	conn *grpc.ClientConn
}

// Dial connects to the office at target.
func Dial(target string, creds credentials.TransportCredentials) (*Office, error) {
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(creds),
		grpc.WithDefaultServiceConfig(serviceConfig),
	)
	if err != nil {
		return nil, fmt.Errorf("office %s: %w", target, err)
	}
	return &Office{conn: conn}, nil
}

// Close closes the connection.
func (o *Office) Close() error { return o.conn.Close() }

// Assign gives the next free plot to a tenant and returns its number.
func (o *Office) Assign(ctx context.Context, tenant string) (int, error) {
	out, err := o.call(ctx, assignMethod, map[string]any{"tenant": tenant})
	if err != nil {
		return 0, fmt.Errorf("assign a plot to %s: %w", tenant, err)
	}
	return int(out.GetFields()["number"].GetNumberValue()), nil
}

// Tenant returns the tenant of a plot.
func (o *Office) Tenant(ctx context.Context, number int) (string, error) {
	out, err := o.call(ctx, plotMethod, map[string]any{"number": number})
	if err != nil {
		return "", fmt.Errorf("plot %d: %w", number, err)
	}
	return out.GetFields()["tenant"].GetStringValue(), nil
}

// Count returns how many plots are taken.
func (o *Office) Count(ctx context.Context) (int, error) {
	out, err := o.call(ctx, listMethod, nil)
	if err != nil {
		return 0, fmt.Errorf("list plots: %w", err)
	}
	return len(out.GetFields()["plots"].GetListValue().GetValues()), nil
}

func (o *Office) call(ctx context.Context, method string, args map[string]any) (*structpb.Struct, error) {
	in, err := structpb.NewStruct(args)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	out := new(structpb.Struct)
	err = o.conn.Invoke(ctx, method, in, out)
	return out, err
}
