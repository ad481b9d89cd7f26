// Package good counts bees at the entrance of hives and stores the counts in batches. The last
// batch is stored on a context that is not over.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Count is one minute at one hive.
type Count struct {
	Hive string
	In   int
	Out  int
	At   time.Time
}

// Archive stores counts.
type Archive interface {
	Write(ctx context.Context, counts []Count) error
}

// Counter batches counts.
type Counter struct {
	counts  <-chan Count
	archive Archive
	size    int
	every   time.Duration
	log     *slog.Logger
}

// Run batches counts until ctx ends.
func (c *Counter) Run(ctx context.Context) error {
	due := time.NewTicker(c.every)
	defer due.Stop()
	batch := make([]Count, 0, c.size)

	for {
		select {
		case n := <-c.counts:
			batch = append(batch, n)
			if len(batch) >= c.size {
				batch = c.store(ctx, batch)
			}
		case <-due.C:
			batch = c.store(ctx, batch)
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.every)
			defer cancel()
			if left := c.store(last, batch); len(left) > 0 {
				return fmt.Errorf("%d counts lost", len(left))
			}
			return nil
		}
	}
}

// store writes the batch and returns what has to be tried again later.
func (c *Counter) store(ctx context.Context, batch []Count) []Count {
	if len(batch) == 0 {
		return batch
	}
	if err := c.archive.Write(ctx, batch); err != nil {
		c.log.ErrorContext(ctx, "counts not stored", "n", len(batch), "err", err)
		if len(batch) > 20*c.size {
			return batch[len(batch)-20*c.size:]
		}
		return batch
	}
	return batch[:0]
}
