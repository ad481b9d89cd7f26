// Package good rings the bells of several towers in turn. The end of the context ends
// the round, not just the tower.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Tower is one tower.
type Tower struct {
	Name    string
	Strokes int
}

// Rope pulls.
type Rope interface {
	Greet(tower string) error
	Pull(tower string) error
}

// Ringer rings.
type Ringer struct {
	rope  Rope
	pulse time.Duration
	log   *slog.Logger
}

// Round rings every tower once and returns the number of strokes.
func (r *Ringer) Round(ctx context.Context, towers []Tower) (int, error) {
	total := 0
	beat := time.NewTicker(r.pulse)
	defer beat.Stop()

	for _, t := range towers {
		if err := r.rope.Greet(t.Name); err != nil {
			return total, fmt.Errorf("greet %s: %w", t.Name, err)
		}
		for n := range t.Strokes {
			if !r.await(ctx, beat.C) {
				r.log.InfoContext(ctx, "bells cut short", "tower", t.Name, "stroke", n)
				return total, ctx.Err()
			}
			if err := r.rope.Pull(t.Name); err != nil {
				return total, fmt.Errorf("pull in %s: %w", t.Name, err)
			}
			total++
		}
	}
	return total, nil
}

// await waits for the next beat; false says that ctx ended first.
func (r *Ringer) await(ctx context.Context, beat <-chan time.Time) bool {
	select {
	case <-beat:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
