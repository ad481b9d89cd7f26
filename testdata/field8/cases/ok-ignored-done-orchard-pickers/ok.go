// Package ok has an orchard picked by a few machines. It is right although the feeding loop calls
// Go and Wait without a look at the context, and both can block: the group's context ends
// with the caller's or with the first failure, every function in the group returns on it,
// and so there is always a place soon. Rows that start after the end return at once.
package ok

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Machine picks fruit.
type Machine interface {
	Pick(ctx context.Context, row int) (kilos float64, err error)
}

// Orchard has rows of trees.
type Orchard struct {
	machine Machine
	rows    int
	rest    time.Duration // after a row, for the motor
}

// Harvest picks all rows and returns what each one gave.
func (o *Orchard) Harvest(ctx context.Context, machines int) (map[int]float64, error) {
	var mu sync.Mutex
	kilos := make(map[int]float64, o.rows)

	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(machines)
	for row := range o.rows {
		group.Go(func() error {
			k, err := o.pick(ctx, row)
			if err != nil {
				return fmt.Errorf("row %d: %w", row, err)
			}
			mu.Lock()
			defer mu.Unlock()
			kilos[row] = k
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return kilos, nil
}

func (o *Orchard) pick(ctx context.Context, row int) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	kilos, err := o.machine.Pick(ctx, row)
	if err != nil {
		return 0, err
	}
	cool := time.NewTimer(o.rest)
	defer cool.Stop()
	select {
	case <-cool.C:
		return kilos, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
