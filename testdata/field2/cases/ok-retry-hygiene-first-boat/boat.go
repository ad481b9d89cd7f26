// Package ok takes the first boat that answers. The defer stands in the loop, but in a block that ends
// with a return: it can be run into once.
package ok

import (
	"context"
	"errors"
	"time"
)

// Boat can be boarded.
type Boat interface {
	Sail(ctx context.Context) error
	Close() error
}

// Pier has boats.
type Pier interface {
	Board(ctx context.Context) (Boat, error)
}

// Cross takes the first boat of the piers, in order; the next pier is another boat's.
func Cross(ctx context.Context, piers []Pier) error {
	errs := []error{errors.New("no boat")}
	for _, p := range piers {
		boat, err := board(ctx, p)
		if err == nil {
			defer boat.Close()
			return boat.Sail(ctx)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func board(ctx context.Context, p Pier) (Boat, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return p.Board(ctx)
}
