// Package bad tunes the pipes of an organ. The error of the wait between two pipes lives in
// the scope of the if alone; after the loop the outer one is returned, which is still nil. A
// tuning that was called off after three pipes says the organ is in tune.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"time"
)

// Pipe is one pipe of the organ.
type Pipe interface {
	Name() string
	Pitch(ctx context.Context) (float64, error)
	Turn(ctx context.Context, cents float64) error
}

// Tuner tunes organs.
type Tuner struct {
	settle    time.Duration
	tolerance float64
	log       *slog.Logger
}

// Tune brings every pipe to its pitch; without an error all of them are in tune.
func (t *Tuner) Tune(ctx context.Context, pipes []Pipe, pitch map[string]float64) error {
	var err error
	for _, p := range pipes {
		if err = t.one(ctx, p, pitch[p.Name()]); err != nil {
			break
		}
		if err := t.rest(ctx); err != nil { // OR ignored-done
			t.log.InfoContext(ctx, "tuning interrupted", "pipe", p.Name(), "err", err)
			break // OR ignored-done
		}
	}
	return err // EXPECT ignored-done
}

func (t *Tuner) one(ctx context.Context, p Pipe, want float64) error {
	have, err := p.Pitch(ctx)
	if err != nil {
		return fmt.Errorf("listen to %s: %w", p.Name(), err)
	}
	cents := 1200 * math.Log2(want/have)
	if math.Abs(cents) <= t.tolerance {
		return nil
	}
	if err := p.Turn(ctx, cents); err != nil {
		return fmt.Errorf("turn %s by %.1f: %w", p.Name(), cents, err)
	}
	return nil
}

// rest lets the air in the case calm down.
func (t *Tuner) rest(ctx context.Context) error {
	calm := time.NewTimer(t.settle)
	defer calm.Stop()
	select {
	case <-calm.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
