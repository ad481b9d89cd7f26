// Package good starts the console of an organ once its wind controller reports that it serves.
// Each check has a limit of its own, so the budget of twenty seconds is looked at in time.
package good

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

const (
	startBudget = 20 * time.Second
	checkLimit  = 3 * time.Second
)

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
		ctx, cancel := context.WithTimeout(ctx, checkLimit)
		defer cancel()
		resp, err := health.Check(ctx, &healthpb.HealthCheckRequest{Service: "wind"}, grpc.WaitForReady(true))
		if err != nil {
			return false, err
		}
		if s := resp.GetStatus(); s != healthpb.HealthCheckResponse_SERVING {
			return false, fmt.Errorf("wind is %s", s)
		}
		return true, nil
	}
	_, err := backoff.Retry(ctx, check,
		backoff.WithBackOff(backoff.NewExponentialBackOff()),
		backoff.WithMaxElapsedTime(startBudget),
		backoff.WithNotify(func(err error, next time.Duration) {
			c.log.Info("no wind yet", "err", err, "next", next)
		}),
	)
	return err
}
