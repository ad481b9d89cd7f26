// Package good lends lifting capacity of a yard. The wait for a share of the capacity
// ends with the caller's context like everything else.
package good

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/semaphore"
)

// Load is something to be lifted.
type Load struct {
	ID   string
	Tons int64
}

// Hoist moves one load.
type Hoist interface {
	Move(ctx context.Context, l Load) error
}

// Yard shares its capacity between loads.
type Yard struct {
	tons  *semaphore.Weighted
	max   int64
	hoist Hoist
	limit time.Duration
}

// NewYard makes a yard that lifts at most max tons at once.
func NewYard(max int64, h Hoist, limit time.Duration) *Yard {
	return &Yard{tons: semaphore.NewWeighted(max), max: max, hoist: h, limit: limit}
}

// Lift moves the load when there is capacity for it.
func (y *Yard) Lift(ctx context.Context, l Load) error {
	release, err := y.reserve(ctx, l)
	if err != nil {
		return err
	}
	defer release()

	ctx, cancel := context.WithTimeout(ctx, y.limit)
	defer cancel()
	if err := y.hoist.Move(ctx, l); err != nil {
		return fmt.Errorf("move %s: %w", l.ID, err)
	}
	return nil
}

func (y *Yard) reserve(ctx context.Context, l Load) (func(), error) {
	if l.Tons > y.max {
		return nil, fmt.Errorf("load %s of %d tons is too heavy", l.ID, l.Tons)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := y.tons.Acquire(ctx, l.Tons); err != nil {
		return nil, fmt.Errorf("reserve %d tons: %w", l.Tons, err)
	}
	return func() { y.tons.Release(l.Tons) }, nil
}
