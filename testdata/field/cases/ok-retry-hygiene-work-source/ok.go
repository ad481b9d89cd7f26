// Package ok renders thumbnails from a queue of uploads.
// It is right although each worker loops without an end and goes on at once after a failure: the next turn waits for
// another upload, and a failed one was handed back to the queue, which delays it.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"
)

// Upload is one picture.
type Upload struct {
	ID    string
	Tries int
}

// Queue hands out uploads.
type Queue interface {
	// Take waits for an upload that is due.
	Take(ctx context.Context) (Upload, error)
	Done(ctx context.Context, u Upload) error
	// Later hands an upload back for the given time.
	Later(ctx context.Context, u Upload, d time.Duration) error
}

// Render makes the thumbnails of an upload; doing it twice replaces them.
type Render func(ctx context.Context, id string) error

// Studio runs workers.
type Studio struct {
	queue  Queue
	render Render
	limit  time.Duration
	most   int
	log    *slog.Logger
}

// Run works with n workers until ctx ends or the queue fails.
func (s *Studio) Run(ctx context.Context, n int) error {
	g, ctx := errgroup.WithContext(ctx)
	for w := range n {
		g.Go(func() error { return s.worker(ctx, w) })
	}
	return g.Wait()
}

func (s *Studio) worker(ctx context.Context, w int) error {
	for {
		u, err := s.queue.Take(ctx)
		if err != nil {
			return fmt.Errorf("worker %d: %w", w, err)
		}
		if err := s.one(ctx, u); err != nil {
			s.log.Warn("thumbnail failed", "upload", u.ID, "worker", w, "tries", u.Tries, "err", err)
			if err := s.queue.Later(ctx, u, later(u.Tries)); err != nil {
				return fmt.Errorf("worker %d: hand back %s: %w", w, u.ID, err)
			}
			continue
		}
		if err := s.queue.Done(ctx, u); err != nil {
			return fmt.Errorf("worker %d: finish %s: %w", w, u.ID, err)
		}
	}
}

func (s *Studio) one(ctx context.Context, u Upload) error {
	if u.Tries >= s.most {
		s.log.Error("upload given up", "upload", u.ID)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	return s.render(ctx, u.ID)
}

func later(tries int) time.Duration {
	if tries > 6 {
		return time.Hour
	}
	return time.Minute << tries
}
