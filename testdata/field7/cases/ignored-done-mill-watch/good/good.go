// Package good grinds sacks of grain on whichever mill's turn it is. Before each sack it waits,
// with a watch of the mill's health service, until the mill serves, and leaves the watch as
// soon as it does. The context of the watch ends with the wait, which closes the stream on
// both sides.
package good

import (
	"context"
	"fmt"
	"log/slog"

	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

// Sack is some grain.
type Sack struct {
	Farm string
	Kilo float64
}

// Mill is one machine.
type Mill struct {
	Name  string
	Conn  *grpc.ClientConn
	Grind func(ctx context.Context, s Sack) error
}

// Yard shares sacks out among mills.
type Yard struct {
	mills []Mill
	log   *slog.Logger
}

// NewYard returns a yard with at least one mill.
func NewYard(log *slog.Logger, first Mill, more ...Mill) *Yard {
	return &Yard{mills: append([]Mill{first}, more...), log: log}
}

// Run grinds sacks until there are no more or ctx, the program's, ends.
func (y *Yard) Run(ctx context.Context, sacks <-chan Sack) error {
	for turn := 0; ; turn++ {
		select {
		case s, more := <-sacks:
			if !more {
				return nil
			}
			m := y.mills[turn%len(y.mills)]
			if err := serving(ctx, m.Conn); err != nil {
				return fmt.Errorf("wait for mill %s: %w", m.Name, err)
			}
			if err := m.Grind(ctx, s); err != nil {
				return fmt.Errorf("sack of %s on mill %s: %w", s.Farm, m.Name, err)
			}
			y.log.DebugContext(ctx, "sack ground", "farm", s.Farm, "kilo", s.Kilo, "mill", m.Name)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// serving returns when the mill behind conn serves.
func serving(ctx context.Context, conn *grpc.ClientConn) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	want := &healthpb.HealthCheckRequest{Service: "grind"}
	watch, err := healthpb.NewHealthClient(conn).Watch(ctx, want, grpc.WaitForReady(true))
	if err != nil {
		return fmt.Errorf("open watch: %w", err)
	}
	for {
		health, err := watch.Recv()
		if err != nil {
			return fmt.Errorf("read watch: %w", err)
		}
		if health.GetStatus() == healthpb.HealthCheckResponse_SERVING {
			return nil
		}
	}
}
