// Package bad builds search indexes for history segments as they become available.
package bad

import (
	"context"
	"fmt"
	"log/slog"

	"golang.org/x/sync/errgroup"
)

// Segment is a finished part of the history.
type Segment struct {
	From, To uint64
	Path     string
}

// Build writes the index of one segment.
type Build func(ctx context.Context, s Segment) error

// Indexer has a few workers that share one queue for as long as the node runs.
type Indexer struct {
	queue   chan Segment
	workers int
	build   Build
	log     *slog.Logger
}

// New returns an indexer.
func New(workers int, build Build, log *slog.Logger) *Indexer {
	return &Indexer{queue: make(chan Segment, 64), workers: workers, build: build, log: log}
}

// Add queues a segment.
func (x *Indexer) Add(ctx context.Context, s Segment) error {
	select {
	case x.queue <- s:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("queue segment %d-%d: %w", s.From, s.To, ctx.Err())
	}
}

// Run works until ctx is done.
func (x *Indexer) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for range x.workers {
		group.Go(func() error { return x.work(ctx) })
	}
	return group.Wait()
}

func (x *Indexer) work(ctx context.Context) error {
	for s := range x.queue { // EXPECT ignored-done
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		if err := x.build(ctx, s); err != nil {
			x.log.Error("segment not indexed", "path", s.Path, "err", err)
		}
	}
	return nil
}
