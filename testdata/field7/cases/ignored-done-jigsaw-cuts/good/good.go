// Package good cuts jigsaw puzzles on a few laser saws; a big puzzle takes several at a time.
// When the context ends during the wait for free saws, Acquire says so and Cut leaves
// without having touched a saw.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

// Puzzle is one job.
type Puzzle struct {
	Title  string
	Pieces int
}

// Laser cuts a share of a puzzle.
type Laser interface {
	Cut(ctx context.Context, title string, share, of int) error
}

// Workshop owns the saws.
type Workshop struct {
	laser Laser
	saws  *semaphore.Weighted
	count int
	log   *slog.Logger
}

// NewWorkshop returns a workshop with count saws.
func NewWorkshop(laser Laser, count int, log *slog.Logger) *Workshop {
	return &Workshop{laser: laser, saws: semaphore.NewWeighted(int64(count)), count: count, log: log}
}

// Cut cuts one puzzle.
func (w *Workshop) Cut(ctx context.Context, p Puzzle) error {
	need := min(1+p.Pieces/500, w.count)
	asked := time.Now()
	if err := w.saws.Acquire(ctx, int64(need)); err != nil {
		w.log.WarnContext(ctx, "saws not free in time", "puzzle", p.Title, "need", need, "err", err)
		return fmt.Errorf("wait for %d saws for %q: %w", need, p.Title, err)
	}
	defer w.saws.Release(int64(need))
	w.log.DebugContext(ctx, "saws taken", "puzzle", p.Title, "need", need, "waited", time.Since(asked))

	group, ctx := errgroup.WithContext(ctx)
	for share := range need {
		group.Go(func() error {
			if err := w.laser.Cut(ctx, p.Title, share, need); err != nil {
				return fmt.Errorf("share %d of %d: %w", share+1, need, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("cut %q: %w", p.Title, err)
	}
	return nil
}

// CutAll cuts puzzles side by side, as far as there are saws.
func (w *Workshop) CutAll(ctx context.Context, puzzles []Puzzle) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range puzzles {
		group.Go(func() error { return w.Cut(ctx, p) })
	}
	return group.Wait()
}
