// Package thumbs makes thumbnails of uploaded pictures. The workers only range over the
// channel: the lister obeys the context and closes the channel, and that ends them.
package thumbs

import (
	"context"
	"fmt"
	"log/slog"

	"golang.org/x/sync/errgroup"
)

const workers = 4

// Bucket holds pictures.
type Bucket interface {
	Page(ctx context.Context, after string) (names []string, err error)
	Read(ctx context.Context, name string) ([]byte, error)
	WriteThumb(ctx context.Context, name string, small []byte) error
}

// Maker makes thumbnails.
type Maker struct {
	bucket Bucket
	shrink func([]byte) ([]byte, error)
	log    *slog.Logger
}

// All makes the thumbnails of a bucket.
func (m *Maker) All(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	names := make(chan string)
	group.Go(func() error {
		defer close(names)
		return m.list(ctx, names)
	})
	for range workers {
		group.Go(func() error {
			for name := range names {
				if err := m.one(ctx, name); err != nil {
					return fmt.Errorf("thumbnail of %s: %w", name, err)
				}
			}
			return nil
		})
	}
	return group.Wait()
}

func (m *Maker) list(ctx context.Context, names chan<- string) error {
	last := ""
	for {
		page, err := m.bucket.Page(ctx, last)
		if err != nil {
			return fmt.Errorf("list after %q: %w", last, err)
		}
		if len(page) == 0 {
			return nil
		}
		for _, name := range page {
			select {
			case names <- name:
			case <-ctx.Done():
				return ctx.Err()
			}
			last = name
		}
	}
}

func (m *Maker) one(ctx context.Context, name string) error {
	raw, err := m.bucket.Read(ctx, name)
	if err != nil {
		return err
	}
	small, err := m.shrink(raw)
	if err != nil {
		m.log.WarnContext(ctx, "not a picture", "name", name, "err", err)
		return nil
	}
	return m.bucket.WriteThumb(ctx, name, small)
}
