// Package good deletes outdated map tiles and says how many are gone. A sweep that was cut
// short returns the number so far together with the context's error.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Tile is one square of the map.
type Tile struct{ X, Y, Zoom int }

// Store keeps tiles.
type Store interface {
	Outdated(ctx context.Context, region string, before time.Time) ([]Tile, error)
	Delete(ctx context.Context, t Tile) error
	MarkClean(ctx context.Context, region string) error
}

// Cleaner removes outdated tiles.
type Cleaner struct {
	store Store
	pace  *time.Ticker
	log   *slog.Logger
}

// NewCleaner returns a cleaner that deletes a tile each pace.
func NewCleaner(store Store, pace time.Duration, log *slog.Logger) *Cleaner {
	return &Cleaner{store: store, pace: time.NewTicker(pace), log: log}
}

// Clean sweeps a region and marks it as clean.
func (c *Cleaner) Clean(ctx context.Context, region string, before time.Time) error {
	n, err := c.sweep(ctx, region, before)
	if err != nil {
		return fmt.Errorf("sweep %s after %d tiles: %w", region, n, err)
	}
	c.log.InfoContext(ctx, "region swept", "region", region, "tiles", n)
	return c.store.MarkClean(ctx, region)
}

func (c *Cleaner) sweep(ctx context.Context, region string, before time.Time) (deleted int, err error) {
	tiles, err := c.store.Outdated(ctx, region, before)
	if err != nil {
		return 0, fmt.Errorf("list tiles: %w", err)
	}
	for _, t := range tiles {
		select {
		case <-c.pace.C:
		case <-ctx.Done():
			return deleted, ctx.Err()
		}
		if err := c.store.Delete(ctx, t); err != nil {
			return deleted, fmt.Errorf("tile %v: %w", t, err)
		}
		deleted++
	}
	return deleted, nil
}
