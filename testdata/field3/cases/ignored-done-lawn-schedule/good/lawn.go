// Package good waters lawns by a schedule. The start has half a minute; the jobs run on
// the service's context, each with its own limit.
package good

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
	sctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	lawns, err := g.registry.Lawns(sctx)
	if err != nil {
		return nil, fmt.Errorf("list lawns: %w", err)
	}
	c := cron.New(cron.WithChain(cron.SkipIfStillRunning(cron.DiscardLogger)))
	for _, l := range lawns {
		if _, err := c.AddFunc(l.Spec, func() { g.water(ctx, l) }); err != nil {
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
