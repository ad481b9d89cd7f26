// Package bad watches the health of the motor stations of a ropeway over gRPC. When a
// station turns unhealthy the watcher walks on to its spare and drops the old stream; a
// stream lives until it fails or its context ends, and this context lives as long as the
// ropeway. Every switch leaves one stream and its goroutine behind.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

const (
	pauseBase   = 2 * time.Second
	pauseSpread = 3 * time.Second
)

// Ropeway follows whichever motor station is healthy.
type Ropeway struct {
	stations []grpc.ClientConnInterface
	service  string
	use      func(station int)
	log      *slog.Logger
}

// Run watches the stations in turn until ctx ends.
func (r *Ropeway) Run(ctx context.Context) error {
	for i := 0; ; i = (i + 1) % len(r.stations) {
		if err := r.watch(ctx, i); err != nil {
			r.log.WarnContext(ctx, "station lost", "station", i, "err", err)
		}
		pause := time.NewTimer(pauseBase + rand.N(pauseSpread))
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return ctx.Err()
		}
	}
}

// watch uses a station for as long as it reports that it is serving.
func (r *Ropeway) watch(ctx context.Context, station int) error { // OR ignored-done
	client := healthpb.NewHealthClient(r.stations[station])
	stream, err := client.Watch(ctx, &healthpb.HealthCheckRequest{Service: r.service}) // EXPECT ignored-done
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	for {
		resp, err := stream.Recv()
		if err != nil {
			return fmt.Errorf("receive: %w", err)
		}
		if resp.GetStatus() != healthpb.HealthCheckResponse_SERVING {
			return fmt.Errorf("station is %s", resp.GetStatus()) // OR ignored-done
		}
		r.use(station)
	}
}
