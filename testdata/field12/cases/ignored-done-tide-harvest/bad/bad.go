// Package bad copies tide records from an old archive to a new one. A reader fills a channel
// of batches and writers empty it. The writers stop at the first error; the reader does not
// look at the context while it sends, so it stays in a full channel and Copy never ends.
package bad

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// Record is one high or low water.
type Record struct {
	Station string
	Metres  float64
}

// Source reads records by range.
type Source interface {
	Read(ctx context.Context, from, to int) ([]Record, error)
}

// Sink stores records.
type Sink interface {
	Store(ctx context.Context, batch []Record) error
}

// Copier moves records in batches.
type Copier struct {
	from    Source
	to      Sink
	batch   int
	writers int
}

// Copy moves the first n records.
func (c *Copier) Copy(ctx context.Context, n int) error {
	batches := make(chan []Record, c.writers)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(batches)
		return c.read(ctx, n, batches)
	})
	for range c.writers {
		group.Go(func() error { return c.write(ctx, batches) })
	}
	return group.Wait() // OR ignored-done
}

func (c *Copier) read(ctx context.Context, n int, batches chan<- []Record) error {
	for at := 0; at < n; at += c.batch {
		batch, err := c.from.Read(ctx, at, min(at+c.batch, n))
		if err != nil {
			return fmt.Errorf("read from %d: %w", at, err)
		}
		batches <- batch // EXPECT ignored-done
	}
	return nil
}

func (c *Copier) write(ctx context.Context, batches <-chan []Record) error {
	for batch := range batches {
		if err := c.to.Store(ctx, batch); err != nil {
			return fmt.Errorf("store %d records: %w", len(batch), err)
		}
	}
	return nil
}
