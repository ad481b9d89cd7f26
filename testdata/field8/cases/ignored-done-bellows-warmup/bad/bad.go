// Package bad warms up the bellows of a pipe organ before a recital. The warm-up runs beside
// and reports failure by cancelling the context it was derived for it. Start waits for the
// caller's context instead: after a failure neither case can come, and Start hangs.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	warmWithin = 4 * time.Minute
	lookEvery  = 5 * time.Second
)

var errCold = errors.New("bellows stay cold")

// Organ is the instrument's controller.
type Organ interface {
	Heat(ctx context.Context) error
	Celsius(ctx context.Context) (float64, error)
	Pressurise(ctx context.Context) error
}

// Recital prepares an organ.
type Recital struct {
	organ Organ
	least float64
}

func (r *Recital) warm(ctx context.Context) error {
	if err := r.organ.Heat(ctx); err != nil {
		return fmt.Errorf("heat: %w", err)
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	late := time.NewTimer(warmWithin)
	defer late.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-late.C:
			return errCold
		case <-tick.C:
			now, err := r.organ.Celsius(ctx)
			if err != nil {
				return fmt.Errorf("thermometer: %w", err)
			}
			if now >= r.least {
				return nil
			}
		}
	}
}

// Start returns when the organ can be played.
func (r *Recital) Start(ctx context.Context) error {
	warmCtx, fail := context.WithCancelCause(ctx)
	defer fail(nil)

	ready := make(chan struct{})
	go func() {
		if err := r.warm(warmCtx); err != nil {
			fail(err) // OR ignored-done
			return
		}
		close(ready)
	}()

	select { // OR ignored-done
	case <-ready:
	case <-ctx.Done(): // EXPECT ignored-done
		return ctx.Err()
	}
	if err := r.organ.Pressurise(ctx); err != nil {
		return fmt.Errorf("pressurise: %w", err)
	}
	return nil
}
