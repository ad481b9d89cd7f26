// Package good moves the beam of a lighthouse by a plan that can be changed at any time. Each
// change cancels the follower of the last plan before it starts its own.
package good

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
	ctx, cancel := context.WithCancel(ctx)

	k.mu.Lock()
	defer k.mu.Unlock()
	if k.cancel != nil {
		k.cancel()
	}
	k.cancel = cancel
	go k.follow(ctx, plan)
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
