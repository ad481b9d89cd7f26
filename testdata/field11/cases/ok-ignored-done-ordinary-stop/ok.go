// Package ok waters a rose garden. Run drops the error of its context and returns nil: it has
// no other end than the stop, a stop is no failure, and the supervisor that starts the parts
// of the program would take any error for a reason to bring everything down.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"
)

// Bed is a part of the garden.
type Bed interface {
	Name() string
	Dry(ctx context.Context) (bool, error)
	Water(ctx context.Context, d time.Duration) error
}

// Garden waters its beds when they are dry.
type Garden struct {
	beds  []Bed
	every time.Duration
	dose  time.Duration
	log   *slog.Logger
}

// Run waters until ctx ends; that is its ordinary end, and it returns nil.
func (g *Garden) Run(ctx context.Context) error {
	ticker := time.NewTicker(g.every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		for _, b := range g.beds {
			err := g.look(ctx, b)
			if ctx.Err() != nil {
				return nil
			}
			if err != nil {
				g.log.ErrorContext(ctx, "bed not watered", "bed", b.Name(), "err", err)
			}
		}
	}
}

func (g *Garden) look(ctx context.Context, b Bed) error {
	dry, err := b.Dry(ctx)
	if err != nil {
		return fmt.Errorf("measure: %w", err)
	}
	if !dry {
		return nil
	}
	return b.Water(ctx, g.dose)
}

// Part is something that runs as long as the program does.
type Part interface {
	Run(ctx context.Context) error
}

// Supervise runs all parts. The first that fails ends the others.
func Supervise(ctx context.Context, parts ...Part) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range parts {
		group.Go(func() error { return p.Run(ctx) })
	}
	if err := group.Wait(); err != nil {
		return errors.Join(errors.New("a part has failed"), err)
	}
	return nil
}
