// Package good produces blocks at a steady pace and hands their headers to the gossip layer
// and to the prover.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Header identifies a block.
type Header struct {
	Height uint64
	Parent [32]byte
	Hash   [32]byte
}

// Builder assembles the next block from the mempool.
type Builder interface {
	Build(ctx context.Context, height uint64) (Header, error)
}

// Sequencer is the only block producer of a rollup.
type Sequencer struct {
	builder  Builder
	interval time.Duration
	height   uint64
	gossip   chan<- Header
	prover   chan<- Header
	log      *slog.Logger
}

// New returns a sequencer that continues after height.
func New(b Builder, interval time.Duration, height uint64, gossip, prover chan<- Header, log *slog.Logger) *Sequencer {
	return &Sequencer{builder: b, interval: interval, height: height, gossip: gossip, prover: prover, log: log}
}

// Run produces blocks until ctx is done.
func (s *Sequencer) Run(ctx context.Context) error {
	tick := time.NewTicker(s.interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if err := s.produce(ctx); err != nil {
			s.log.Error("block not produced", "height", s.height+1, "err", err)
		}
	}
}

func (s *Sequencer) produce(ctx context.Context) error {
	h, err := s.builder.Build(ctx, s.height+1)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	s.height = h.Height
	return s.announce(ctx, h)
}

func (s *Sequencer) announce(ctx context.Context, h Header) error {
	for _, out := range []chan<- Header{s.gossip, s.prover} {
		select {
		case out <- h:
		case <-ctx.Done():
			return fmt.Errorf("announce: %w", ctx.Err())
		}
	}
	return nil
}
