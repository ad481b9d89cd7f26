// Package follower reads the change stream of a warehouse database and hands every change
// to a publisher. The database drops a follower that does not report its position.
package follower

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const reportEvery = 10 * time.Second

// Change is one changed row.
type Change struct {
	Position uint64
	Table    string
	Row      []byte
}

// Stream is an open replication connection.
type Stream interface {
	Next(ctx context.Context) (Change, error)
	Report(ctx context.Context, position uint64) error
	Close() error
}

// Publisher takes changes over.
type Publisher interface {
	Publish(ctx context.Context, c Change) error
}

// Follower copies changes.
type Follower struct {
	open func(ctx context.Context, from uint64) (Stream, error)
	pub  Publisher
	log  *slog.Logger
	done atomic.Uint64 // position of the last published change
}

// Run follows the stream from a position on. The caller starts it anew when it returns.
func (f *Follower) Run(ctx context.Context, from uint64) error {
	stream, err := f.open(ctx, from)
	if err != nil {
		return fmt.Errorf("open stream at %d: %w", from, err)
	}
	defer stream.Close()
	f.done.Store(from)

	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return f.copy(ctx, stream) })
	group.Go(func() error { return f.report(ctx, stream) })
	return group.Wait()
}

func (f *Follower) copy(ctx context.Context, stream Stream) error {
	for {
		c, err := stream.Next(ctx)
		if err != nil {
			return fmt.Errorf("next change: %w", err)
		}
		if err := f.pub.Publish(ctx, c); err != nil {
			return fmt.Errorf("publish change %d: %w", c.Position, err)
		}
		f.done.Store(c.Position)
	}
}

func (f *Follower) report(ctx context.Context, stream Stream) error {
	tick := time.NewTicker(reportEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
			if err := stream.Report(ctx, f.done.Load()); err != nil {
				f.log.WarnContext(ctx, "position not reported", "err", err)
			}
		}
	}
}
