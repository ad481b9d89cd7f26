// Package ok waters garden beds at a limited pace.
// It is right although rest does not say whether its time is over or the context has ended: the
// condition of the loop, which is looked at right afterwards, ends the work then.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// Bed is a piece of the garden.
type Bed struct {
	Name string
	Dry  bool
}

// Garden knows its beds.
type Garden interface {
	Next(ctx context.Context) (Bed, error)
	Water(ctx context.Context, bed string) error
}

// Gardener waters one bed after the other.
type Gardener struct {
	garden Garden
	every  time.Duration
	log    *slog.Logger
}

// NewGardener goes to a bed every so often.
func NewGardener(garden Garden, every time.Duration, log *slog.Logger) *Gardener {
	return &Gardener{garden: garden, every: every, log: log}
}

// Run works until ctx ends.
func (g *Gardener) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := g.visit(ctx); err != nil && ctx.Err() == nil {
			g.log.WarnContext(ctx, "bed left dry", "err", err)
		}
		g.rest(ctx)
	}
	return ctx.Err()
}

func (g *Gardener) rest(ctx context.Context) {
	t := time.NewTimer(g.every + rand.N(g.every/10+1))
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

func (g *Gardener) visit(ctx context.Context) error {
	bed, err := g.garden.Next(ctx)
	if err != nil {
		return fmt.Errorf("find bed: %w", err)
	}
	if !bed.Dry {
		return nil
	}
	if err := g.garden.Water(ctx, bed.Name); err != nil {
		return fmt.Errorf("water %s: %w", bed.Name, err)
	}
	g.log.InfoContext(ctx, "watered", "bed", bed.Name)
	return nil
}
