// Package bad cancels stamps at the hour that is printed on a first-day cover. Each cover waits
// in its own goroutine until it is due; that wait listens to the clock only. A group that was
// cancelled in the morning still hangs in Wait until the last cover of the day is due.
package bad

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
		<-time.After(ahead) // EXPECT ignored-done // OR blocking-no-ctx
	}
	if err := ctx.Err(); err != nil {
		return err
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
			return c.postmark(ctx, cover) // OR ignored-done
		})
	}
	return group.Wait() // OR ignored-done
}
