// Package good keeps one connection for each partition of a loom's pattern feed and connects
// again when one breaks. Each partition has a back-off of its own, which starts afresh after
// a connection that worked.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v4"
	"golang.org/x/sync/errgroup"
)

// Pattern is one row for the loom.
type Pattern struct {
	Partition int
	Row       []byte
}

// Source opens a partition; Stream returns when the connection breaks.
type Source interface {
	Dial(ctx context.Context, partition int) (Stream, error)
}

// Stream is one open connection.
type Stream interface {
	Receive(ctx context.Context) (Pattern, error)
	Close() error
}

// Feed reads all partitions.
type Feed struct {
	source Source
	parts  int
	weave  func(ctx context.Context, p Pattern)
	log    *slog.Logger
}

// NewFeed reads parts partitions from source.
func NewFeed(source Source, parts int, weave func(context.Context, Pattern), log *slog.Logger) *Feed {
	return &Feed{source: source, parts: parts, weave: weave, log: log}
}

// Run reads until ctx ends.
func (f *Feed) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for part := range f.parts {
		g.Go(func() error { return f.follow(ctx, part) })
	}
	return g.Wait()
}

func (f *Feed) follow(ctx context.Context, part int) error {
	redial := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(200*time.Millisecond),
		backoff.WithMaxInterval(30*time.Second),
		backoff.WithMaxElapsedTime(0),
	)
	for {
		rows, err := f.session(ctx, part)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if rows > 0 {
			redial.Reset()
		}
		pause := redial.NextBackOff()
		f.log.Warn("partition lost", "partition", part, "pause", pause, "err", err)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (f *Feed) session(ctx context.Context, part int) (rows int, err error) {
	stream, err := f.source.Dial(ctx, part)
	if err != nil {
		return 0, fmt.Errorf("dial: %w", err)
	}
	defer func() { err = errors.Join(err, stream.Close()) }()
	for ; ; rows++ {
		p, err := stream.Receive(ctx)
		if err != nil {
			return rows, fmt.Errorf("receive: %w", err)
		}
		f.weave(ctx, p)
	}
}
