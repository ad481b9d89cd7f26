// Package bad moves the beam of a lighthouse by a plan that can be changed at any time. Each
// change starts a follower with a context of its own and writes its cancel over that of the
// last one: the old followers cannot be stopped any more and go on moving the beam.
package bad

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Step is a position of the beam and how long it stays there.
type Step struct {
	Angle float64
	Stay  time.Duration
}

// Beam is the motor.
type Beam interface {
	Point(ctx context.Context, angle float64) error
}

// Keeper follows one plan at a time.
type Keeper struct {
	beam Beam
	log  *slog.Logger

	mu     sync.Mutex
	cancel context.CancelFunc
}

// NewKeeper returns a keeper without a plan.
func NewKeeper(beam Beam, log *slog.Logger) *Keeper {
	return &Keeper{beam: beam, log: log}
}

// Change follows another plan from now on, until ctx ends or the next change.
func (k *Keeper) Change(ctx context.Context, plan []Step) {
	ctx, cancel := context.WithCancel(ctx) // OR ignored-done

	k.mu.Lock()
	defer k.mu.Unlock()
	k.cancel = cancel      // EXPECT ignored-done
	go k.follow(ctx, plan) // OR ignored-done
}

// Stop leaves the beam where it is.
func (k *Keeper) Stop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.cancel != nil {
		k.cancel()
	}
}

func (k *Keeper) follow(ctx context.Context, plan []Step) {
	for len(plan) > 0 {
		for _, step := range plan {
			if err := k.beam.Point(ctx, step.Angle); err != nil {
				k.log.ErrorContext(ctx, "beam not moved", "angle", step.Angle, "err", err)
			}
			if !stay(ctx, step.Stay) {
				return
			}
		}
	}
}

// stay waits for d and says whether ctx still lasts.
func stay(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
