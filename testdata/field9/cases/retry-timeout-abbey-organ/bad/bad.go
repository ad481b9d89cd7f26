// Package bad starts the console of an organ once its wind controller reports that it serves.
// The retry budget of twenty seconds is looked at between two checks only. A check that waits
// for the connection to become ready never ends while the controller is switched off, and so
// the budget never counts.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"time"

	"github.com/cenkalti/backoff/v5"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

const startBudget = 20 * time.Second

// Console plays through a controller.
type Console struct {
	target string
	creds  credentials.TransportCredentials
	log    *slog.Logger
}

// Run connects and plays until play returns or the process is told to stop.
func (c *Console) Run(play func(context.Context, *grpc.ClientConn) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	conn, err := grpc.NewClient(c.target, grpc.WithTransportCredentials(c.creds))
	if err != nil {
		return fmt.Errorf("wind controller: %w", err)
	}
	defer conn.Close()
	if err := c.ready(ctx, healthpb.NewHealthClient(conn)); err != nil {
		return fmt.Errorf("wind controller: %w", err)
	}
	return play(ctx, conn)
}

func (c *Console) ready(ctx context.Context, health healthpb.HealthClient) error {
	check := func() (bool, error) {
		resp, err := health.Check(ctx, &healthpb.HealthCheckRequest{Service: "wind"}, grpc.WaitForReady(true)) // EXPECT retry-timeout
		if err != nil {
			return false, err
		}
		if s := resp.GetStatus(); s != healthpb.HealthCheckResponse_SERVING {
			return false, fmt.Errorf("wind is %s", s)
		}
		return true, nil
	}
	_, err := backoff.Retry(ctx, check, // OR retry-timeout
		backoff.WithBackOff(backoff.NewExponentialBackOff()),
		backoff.WithMaxElapsedTime(startBudget), // OR retry-timeout
		backoff.WithNotify(func(err error, next time.Duration) {
			c.log.Info("no wind yet", "err", err, "next", next)
		}),
	)
	return err
}
