// Package bad waters lawns by a schedule. The start has half a minute, and the jobs that
// it adds keep its context: when they run, that has been cancelled long ago.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/robfig/cron/v3"
)

// Lawn is a lawn and its times.
type Lawn struct {
	Name string
	Spec string
}

// Registry lists lawns.
type Registry interface {
	Lawns(ctx context.Context) ([]Lawn, error)
}

// Valve waters a lawn; it takes a few minutes.
type Valve interface {
	Water(ctx context.Context, lawn string) error
}

// Gardener waters.
type Gardener struct {
	registry Registry
	valve    Valve
	log      *slog.Logger
}

// Start begins the schedule. It goes on until the cron is stopped or ctx ends.
func (g *Gardener) Start(ctx context.Context) (*cron.Cron, error) {
	sctx, cancel := context.WithTimeout(ctx, 30*time.Second) // OR ignored-done
	defer cancel()                                           // OR ignored-done
	lawns, err := g.registry.Lawns(sctx)
	if err != nil {
		return nil, fmt.Errorf("list lawns: %w", err)
	}
	c := cron.New(cron.WithChain(cron.SkipIfStillRunning(cron.DiscardLogger)))
	for _, l := range lawns {
		if _, err := c.AddFunc(l.Spec, func() { g.water(sctx, l) }); err != nil { // EXPECT ignored-done
			return nil, fmt.Errorf("schedule %s: %w", l.Name, err)
		}
	}
	c.Start()
	g.log.InfoContext(sctx, "schedule runs", "lawns", len(lawns))
	return c, nil
}

func (g *Gardener) water(ctx context.Context, l Lawn) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	if err := g.valve.Water(ctx, l.Name); err != nil {
		g.log.ErrorContext(ctx, "lawn stays dry", "lawn", l.Name, "err", err)
	}
}
