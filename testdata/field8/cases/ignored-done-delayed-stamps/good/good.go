// Package good cancels stamps at the hour that is printed on a first-day cover. Each cover waits
// in its own goroutine until it is due; that wait ends early with the
// context, so that one failure or the caller's leaving ends the whole day.
package good

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"
)

// Cover is an envelope with the hour of its cancellation.
type Cover struct {
	ID  int64
	Due time.Time
}

// Press prints postmarks.
type Press interface {
	Cancel(ctx context.Context, cover int64) error
}

// Counter is the counter of a post office.
type Counter struct {
	press Press
	now   func() time.Time
}

// NewCounter returns a counter with one press.
func NewCounter(press Press) *Counter {
	return &Counter{press: press, now: time.Now}
}

func (c *Counter) postmark(ctx context.Context, cover Cover) error {
	if ahead := cover.Due.Sub(c.now()); ahead > 0 {
		due := time.NewTimer(ahead)
		defer due.Stop()
		select {
		case <-due.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := c.press.Cancel(ctx, cover.ID); err != nil {
		return fmt.Errorf("cover %d: %w", cover.ID, err)
	}
	return nil
}

// Day cancels all covers of a day, each at its hour.
func (c *Counter) Day(ctx context.Context, covers []Cover) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, cover := range covers {
		group.Go(func() error {
			return c.postmark(ctx, cover)
		})
	}
	return group.Wait()
}
