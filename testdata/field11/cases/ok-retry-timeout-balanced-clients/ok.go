// Package ok asks the gate service of a railway for the state of level crossings. The connection
// has a service config, which balances and nothing else: without a retryPolicy in it gRPC makes
// one attempt for each call, so the loop here is the only layer that repeats.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

const (
	balanced  = `{"loadBalancingConfig": [{"round_robin": {}}]}`
	maxTries  = 3
	tryLimit  = 2 * time.Second
	askBudget = 9 * time.Second
)

// ErrUnknownCrossing is returned for a crossing that no gate service watches.
var ErrUnknownCrossing = errors.New("unknown crossing")

// Crossings is a client of the gate service.
type Crossings struct {
	conn   *grpc.ClientConn
	health healthpb.HealthClient
}

// Dial returns a client of the gate service's instances behind target.
func Dial(target string, creds credentials.TransportCredentials) (*Crossings, error) {
	conn, err := grpc.NewClient("dns:///"+target,
		grpc.WithTransportCredentials(creds),
		grpc.WithDefaultServiceConfig(balanced),
	)
	if err != nil {
		return nil, fmt.Errorf("gate service: %w", err)
	}
	return &Crossings{conn: conn, health: healthpb.NewHealthClient(conn)}, nil
}

// Close closes the connection.
func (c *Crossings) Close() error { return c.conn.Close() }

// Working says whether the gates of a crossing work.
func (c *Crossings) Working(ctx context.Context, crossing string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, askBudget)
	defer cancel()
	for try := 1; ; try++ {
		working, err := c.ask(ctx, crossing)
		if err == nil {
			return working, nil
		}
		if try == maxTries || ctx.Err() != nil || !passing(err) {
			return false, fmt.Errorf("crossing %s, try %d: %w", crossing, try, err)
		}
		pause := time.Duration(try) * 200 * time.Millisecond
		select {
		case <-ctx.Done():
			return false, errors.Join(ctx.Err(), err)
		case <-time.After(pause + rand.N(pause)):
		}
	}
}

func (c *Crossings) ask(ctx context.Context, crossing string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	resp, err := c.health.Check(ctx, &healthpb.HealthCheckRequest{Service: crossing})
	if status.Code(err) == codes.NotFound {
		return false, ErrUnknownCrossing
	}
	if err != nil {
		return false, err
	}
	return resp.GetStatus() == healthpb.HealthCheckResponse_SERVING, nil
}

func passing(err error) bool {
	code := status.Code(err)
	return code == codes.Unavailable || code == codes.DeadlineExceeded
}
