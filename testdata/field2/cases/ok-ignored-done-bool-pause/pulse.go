// Package ok sends the pulse of a lighthouse. The loop's only look at its context is in
// its condition, by way of a helper; nil after a stop is what Run promises.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Beacon takes pulses.
type Beacon interface {
	Pulse(ctx context.Context, n int) error
}

// Keeper pulses.
type Keeper struct {
	beacon Beacon
	every  time.Duration
	limit  time.Duration
	log    *slog.Logger
}

// Run sends pulses until ctx ends; a missed pulse is logged, and made good by the next.
func (k *Keeper) Run(ctx context.Context) error {
	missed := 0
	for n := 0; k.rest(ctx); n++ {
		if err := k.pulse(ctx, n); err != nil {
			missed++
			k.log.WarnContext(ctx, "missed", "pulse", n, "missed", missed, "err", err)
			continue
		}
		missed = 0
	}
	return nil
}

// rest waits for the next pulse; false says that ctx ended.
func (k *Keeper) rest(ctx context.Context) bool {
	timer := time.NewTimer(k.every)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

func (k *Keeper) pulse(ctx context.Context, n int) error {
	ctx, cancel := context.WithTimeout(ctx, k.limit)
	defer cancel()
	if err := k.beacon.Pulse(ctx, n); err != nil {
		return fmt.Errorf("pulse %d: %w", n, err)
	}
	return nil
}
