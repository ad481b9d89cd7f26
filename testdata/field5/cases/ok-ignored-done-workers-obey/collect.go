// Package collect polls the meters of a building side by side.
package collect

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Reading is a meter's value at one moment.
type Reading struct {
	Meter string
	Watts int
	At    time.Time
}

// Meter is one device.
type Meter interface {
	ID() string
	Power(ctx context.Context) (int, error)
}

// Collector polls meters.
type Collector struct {
	meters []Meter
	every  time.Duration
	log    *slog.Logger
}

// NewCollector returns a collector.
func NewCollector(meters []Meter, every time.Duration, log *slog.Logger) *Collector {
	return &Collector{meters: meters, every: every, log: log}
}

// Run sends readings to out until ctx ends. Then it closes out.
func (c *Collector) Run(ctx context.Context, out chan<- Reading) error {
	var wg sync.WaitGroup
	for _, m := range c.meters {
		wg.Go(func() { c.poll(ctx, m, out) })
	}
	wg.Wait()
	close(out)
	return ctx.Err()
}

func (c *Collector) poll(ctx context.Context, m Meter, out chan<- Reading) {
	ticker := time.NewTicker(c.every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case at := <-ticker.C:
			watts, err := m.Power(ctx)
			if err != nil {
				c.log.WarnContext(ctx, "no reading", "meter", m.ID(), "err", err)
				continue
			}
			select {
			case out <- Reading{Meter: m.ID(), Watts: watts, At: at}:
			case <-ctx.Done():
				return
			}
		}
	}
}
