// Package bad keeps a subscription to every buoy of a harbour open. When one breaks it
// is opened again after the buoy's own pause, which can be minutes, and that pause is
// slept through: a collector that is told to stop goes on sitting in it.
package bad

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"
)

// Reading is one value of a buoy.
type Reading struct {
	Buoy string
	Wave float64
}

// Stream gives readings one by one.
type Stream interface {
	Recv() (Reading, error)
}

// Gateway opens streams. A stream ends with the context it was opened with.
type Gateway interface {
	Subscribe(ctx context.Context, buoy string) (Stream, error)
}

// Policy says how a broken subscription is treated.
type Policy struct {
	Pause  time.Duration
	Spread time.Duration
}

func (p Policy) next() time.Duration {
	return p.Pause + rand.N(p.Spread)
}

// Buoy is one target.
type Buoy struct {
	Policy
	Name string
}

// Collector gathers readings.
type Collector struct {
	gateway Gateway
	out     chan<- Reading
	log     *slog.Logger
}

// Collect reads all buoys until ctx ends.
func (c *Collector) Collect(ctx context.Context, buoys []*Buoy) {
	var all sync.WaitGroup
	for _, b := range buoys {
		all.Go(func() { c.follow(ctx, b) })
	}
	all.Wait()
}

func (c *Collector) follow(ctx context.Context, b *Buoy) {
	for ctx.Err() == nil {
		stream, err := c.gateway.Subscribe(ctx, b.Name)
		if err == nil {
			err = c.pump(ctx, stream)
		}
		if ctx.Err() != nil {
			return
		}
		c.log.WarnContext(ctx, "subscription broke", "buoy", b.Name, "err", err)
		c.rest(b) // OR ignored-done
	}
}

func (c *Collector) rest(b *Buoy) {
	d := b.next()
	c.log.Debug("resting", "buoy", b.Name, "for", d)
	time.Sleep(d) // EXPECT ignored-done
}

func (c *Collector) pump(ctx context.Context, s Stream) error {
	for {
		r, err := s.Recv()
		if err != nil {
			return err
		}
		select {
		case c.out <- r:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
