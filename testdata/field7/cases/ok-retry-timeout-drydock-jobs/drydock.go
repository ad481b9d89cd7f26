// Package ok runs the steps of a ship's stay in a dry dock.
// The budget of a step bounds only the start of new tries and not the try itself, which looks like a
// limit that leaks; but a pump must not be stopped half-way, and each try has a deadline of its own.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// ErrRetryable marks the failure of a step that left the dock as it was.
var ErrRetryable = errors.New("step may be tried again")

// Step is one stage, such as "drain" or "flood". Do may be called again after ErrRetryable.
type Step struct {
	Name     string
	TryLimit time.Duration // of one try, enforced also by the pump's own controller
	Budget   time.Duration // no try begins later than this after the first
	Do       func(ctx context.Context) error
}

// Standard are the steps of a usual stay.
func Standard(drain, flood func(context.Context) error) []Step {
	return []Step{
		{Name: "drain", TryLimit: 40 * time.Minute, Budget: 15 * time.Minute, Do: drain},
		{Name: "flood", TryLimit: 25 * time.Minute, Budget: 10 * time.Minute, Do: flood},
	}
}

// Dock runs steps.
type Dock struct {
	log *slog.Logger
}

// Run takes the steps one after the other; it takes at most the sum of their limits and budgets.
func (d *Dock) Run(ctx context.Context, steps []Step) error {
	for _, s := range steps {
		if err := d.step(ctx, s); err != nil {
			return fmt.Errorf("step %s: %w", s.Name, err)
		}
	}
	return nil
}

func (d *Dock) step(ctx context.Context, s Step) error {
	latest := time.Now().Add(s.Budget)
	for n := 1; ; n++ {
		err := try(ctx, s)
		if err == nil || !errors.Is(err, ErrRetryable) || ctx.Err() != nil {
			return err
		}
		pause := time.Minute + rand.N(30*time.Second)
		if time.Now().Add(pause).After(latest) {
			return fmt.Errorf("no time for a try after number %d: %w", n, err)
		}
		d.log.Warn("step failed", "step", s.Name, "try", n, "pause", pause, "err", err)
		t := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}

func try(ctx context.Context, s Step) error {
	ctx, cancel := context.WithTimeout(ctx, s.TryLimit)
	defer cancel()
	return s.Do(ctx)
}
