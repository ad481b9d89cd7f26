// Package ok makes the thumbnails of an album.
package ok

import (
	"context"
	"fmt"
	"sync"
)

// Photo is one picture of an album.
type Photo struct {
	ID  string
	Key string
}

// Scaler makes one thumbnail.
type Scaler interface {
	Scale(ctx context.Context, key string, width int) error
}

// Studio makes thumbnails with a few workers.
type Studio struct {
	scaler  Scaler
	workers int
	widths  []int
}

// Album scales all photos. It returns after the first error, but not before every worker has
// put its photo down: the caller may remove the originals then.
func (s *Studio) Album(ctx context.Context, photos []Photo) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	todo := make(chan Photo)
	for range s.workers {
		wg.Go(func() { s.work(ctx, cancel, todo) })
	}
	for _, p := range photos {
		select {
		case todo <- p:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	close(todo)
	wg.Wait()
	return context.Cause(ctx)
}

func (s *Studio) work(ctx context.Context, fail context.CancelCauseFunc, todo <-chan Photo) {
	for {
		select {
		case p, ok := <-todo:
			if !ok {
				return
			}
			for _, width := range s.widths {
				if err := s.scaler.Scale(ctx, p.Key, width); err != nil {
					fail(fmt.Errorf("photo %s at %d: %w", p.ID, width, err))
					return
				}
			}
		case <-ctx.Done():
			return
		}
	}
}
