// Package bad waits until a freshly deployed service says that it is ready.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v4"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

var errNotServing = errors.New("not serving yet")

// Config is set by the deployment tool's user.
type Config struct {
	CheckTimeout time.Duration // of one health check
	ReadyTimeout time.Duration // until the service must be ready
}

// Checker checks services.
type Checker struct {
	cfg   Config
	creds credentials.TransportCredentials
}

// NewChecker returns a Checker.
func NewChecker(cfg Config, creds credentials.TransportCredentials) *Checker {
	return &Checker{cfg: cfg, creds: creds}
}

// WaitReady returns nil as soon as the service at target is ready.
func (c *Checker) WaitReady(ctx context.Context, target, service string) error {
	conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(c.creds))
	if err != nil {
		return fmt.Errorf("connect to %s: %w", target, err)
	}
	defer conn.Close()
	client := healthpb.NewHealthClient(conn)

	policy := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(250*time.Millisecond),
		backoff.WithMaxInterval(5*time.Second),
		backoff.WithMaxElapsedTime(c.cfg.ReadyTimeout),
	)
	callCtx, cancel := context.WithTimeout(ctx, c.cfg.CheckTimeout) // OR retry-timeout
	defer cancel()
	err = backoff.Retry(func() error { // OR retry-timeout
		return check(callCtx, client, service) // EXPECT retry-timeout
	}, backoff.WithContext(policy, ctx))
	if err != nil {
		return fmt.Errorf("%s at %s: %w", service, target, err)
	}
	return nil
}

func check(ctx context.Context, client healthpb.HealthClient, service string) error {
	resp, err := client.Check(ctx, &healthpb.HealthCheckRequest{Service: service}) // OR retry-timeout
	switch status.Code(err) {
	case codes.OK:
	case codes.Unavailable, codes.DeadlineExceeded, codes.NotFound:
		return err
	default:
		return backoff.Permanent(err)
	}
	if resp.GetStatus() != healthpb.HealthCheckResponse_SERVING {
		return errNotServing
	}
	return nil
}
