// Package ok shows a film with a projector that is lent for one showing. The lender's loop runs
// until its context ends; when the film is over Show cancels that context itself, and the error
// the loop returns because of it is no failure. Any other end of the loop stops the film.
package ok

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// Projector throws pictures at the wall.
type Projector interface {
	Show(ctx context.Context, reel string) error
}

// Lender keeps a projector running as long as it is asked to.
type Lender interface {
	// Loop lends a projector to use; it returns an error when ctx ends or the lamp breaks.
	Loop(ctx context.Context, use func(Projector)) error
}

// Cinema shows films.
type Cinema struct {
	lender Lender
}

// Show shows the reels of a film in order.
func (c *Cinema) Show(ctx context.Context, reels []string) error {
	group, groupCtx := errgroup.WithContext(ctx)
	loopCtx, over := context.WithCancel(groupCtx)
	defer over()

	lent := make(chan Projector, 1)
	group.Go(func() error {
		err := c.lender.Loop(loopCtx, func(p Projector) {
			select {
			case lent <- p:
			default:
			}
		})
		if loopCtx.Err() != nil && groupCtx.Err() == nil {
			return nil
		}
		return fmt.Errorf("projector: %w", err)
	})
	group.Go(func() error {
		defer over()
		var projector Projector
		select {
		case projector = <-lent:
		case <-groupCtx.Done():
			return groupCtx.Err()
		}
		for i, reel := range reels {
			if err := projector.Show(groupCtx, reel); err != nil {
				return fmt.Errorf("reel %d: %w", i+1, err)
			}
		}
		return nil
	})
	return group.Wait()
}
