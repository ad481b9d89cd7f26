// Package bad lends lifting capacity of a yard. Lift has its caller's context and uses
// it for the lift itself, but waits for its share of the capacity under a context that
// never ends: who gave up long ago still queues, and is served in the end.
package bad

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
	release, err := y.reserve(ctx, l) // OR ignored-done
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

func (y *Yard) reserve(ctx context.Context, l Load) (func(), error) { // OR ignored-done
	if l.Tons > y.max {
		return nil, fmt.Errorf("load %s of %d tons is too heavy", l.ID, l.Tons)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := y.tons.Acquire(context.Background(), l.Tons); err != nil { // EXPECT ignored-done
		return nil, fmt.Errorf("reserve %d tons: %w", l.Tons, err)
	}
	return func() { y.tons.Release(l.Tons) }, nil
}
