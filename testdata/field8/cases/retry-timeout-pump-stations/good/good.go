// Package good asks the controllers of pumping stations over gRPC whether they are in service.
// Every try gets the timeout anew, so a try that ran into it can be followed by another one.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// callSettings say how a method is called.
type callSettings struct {
	timeout time.Duration
	tries   int
	again   []codes.Code
	pause   time.Duration
}

var checkSettings = callSettings{
	timeout: 2 * time.Second,
	tries:   3,
	again:   []codes.Code{codes.Unavailable, codes.DeadlineExceeded},
	pause:   150 * time.Millisecond,
}

// Stations asks through one gateway connection.
type Stations struct {
	health healthpb.HealthClient
}

// New returns a Stations on conn, whose service config has no retry policy.
func New(conn grpc.ClientConnInterface) *Stations {
	return &Stations{health: healthpb.NewHealthClient(conn)}
}

// InService tells whether the station's controller is serving.
func (s *Stations) InService(ctx context.Context, station string) (bool, error) {
	resp, err := invoke(ctx, checkSettings, func(ctx context.Context) (*healthpb.HealthCheckResponse, error) {
		return s.health.Check(ctx, &healthpb.HealthCheckRequest{Service: "pump/" + station})
	})
	if err != nil {
		return false, fmt.Errorf("station %s: %w", station, err)
	}
	return resp.GetStatus() == healthpb.HealthCheckResponse_SERVING, nil
}

func invoke[T any](ctx context.Context, cs callSettings, call func(context.Context) (T, error)) (T, error) {
	for try := 1; ; try++ {
		v, err := limited(ctx, cs.timeout, call)
		if err == nil || try == cs.tries || ctx.Err() != nil || !slices.Contains(cs.again, status.Code(err)) {
			return v, err
		}
		t := time.NewTimer(time.Duration(try)*cs.pause + rand.N(cs.pause))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return v, errors.Join(ctx.Err(), err)
		}
	}
}

func limited[T any](ctx context.Context, d time.Duration, call func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return call(ctx)
}
