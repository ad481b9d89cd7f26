// Package bad sets up a rented stage for as long as the rental holds. When the rental is lost
// Setup returns, but the riggers' goroutine goes on with the same context: it keeps moving
// the scenery while the next company is already at work on that stage.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// ErrRentalLost is returned when the stage went to somebody else.
var ErrRentalLost = errors.New("rental lost")

const checkLimit = 3 * time.Second

// Rentals knows who has which stage.
type Rentals interface {
	Extend(ctx context.Context, stage, company string) (held bool, err error)
}

// Rigger puts one piece of scenery in its place; it heeds its context.
type Rigger func(ctx context.Context, stage, piece string) error

// Company sets up stages.
type Company struct {
	name    string
	rentals Rentals
	rig     Rigger
	every   time.Duration
	log     *slog.Logger
}

// Setup brings all pieces to the stage.
func (c *Company) Setup(ctx context.Context, stage string, pieces []string) error {
	done := make(chan error, 1)
	go func() { done <- c.rigAll(ctx, stage, pieces) }() // OR ignored-done

	tick := time.NewTicker(c.every)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			return err
		case <-tick.C:
			held, err := c.extend(ctx, stage)
			if err != nil {
				c.log.WarnContext(ctx, "rental not extended", "stage", stage, "err", err)
				continue
			}
			if !held {
				return fmt.Errorf("stage %s: %w", stage, ErrRentalLost) // EXPECT ignored-done
			}
		}
	}
}

func (c *Company) rigAll(ctx context.Context, stage string, pieces []string) error {
	for _, p := range pieces {
		if err := c.rig(ctx, stage, p); err != nil {
			return fmt.Errorf("stage %s, piece %s: %w", stage, p, err)
		}
	}
	return nil
}

func (c *Company) extend(ctx context.Context, stage string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	return c.rentals.Extend(ctx, stage, c.name)
}
