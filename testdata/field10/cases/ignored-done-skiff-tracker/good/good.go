// Package good follows a regatta: one goroutine reads positions from the radio, another shows
// the latest of them. Both run on the context of the group, which ends with the first failure.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Position is where a skiff was.
type Position struct {
	Skiff    string
	Lat, Lon float64
	At       time.Time
}

// Radio receives positions.
type Radio interface {
	Receive(ctx context.Context) (Position, error)
}

// Board shows positions to the public.
type Board interface {
	Show(ctx context.Context, latest map[string]Position) error
}

// Tracker connects a radio and a board.
type Tracker struct {
	radio Radio
	board Board
	every time.Duration
	log   *slog.Logger

	mu     sync.Mutex
	latest map[string]Position
}

// Run tracks until ctx ends or the radio fails.
func (t *Tracker) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return t.receive(ctx) })
	group.Go(func() error { return t.show(ctx) })
	return group.Wait()
}

func (t *Tracker) receive(ctx context.Context) error {
	for {
		p, err := t.radio.Receive(ctx)
		if err != nil {
			return fmt.Errorf("receive: %w", err)
		}
		t.mu.Lock()
		if t.latest == nil {
			t.latest = make(map[string]Position)
		}
		if p.At.After(t.latest[p.Skiff].At) {
			t.latest[p.Skiff] = p
		}
		t.mu.Unlock()
	}
}

// show is not impressed by a board that fails now and then.
func (t *Tracker) show(ctx context.Context) error {
	ticker := time.NewTicker(t.every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if err := t.board.Show(ctx, t.snapshot()); err != nil {
				t.log.WarnContext(ctx, "board not updated", "err", err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (t *Tracker) snapshot() map[string]Position {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.latest)
}
