// Package warm reads the blocks that the next queries will need into the page cache.
package warm

import (
	"context"
	"log/slog"
	"sync"
)

// Block identifies one block on disk.
type Block struct {
	File   string
	Offset int64
}

// Reader reads blocks.
type Reader interface {
	Touch(ctx context.Context, b Block) error
}

// Warmer reads ahead with a few workers.
type Warmer struct {
	reader  Reader
	workers int
	blocks  chan Block
	log     *slog.Logger
}

// NewWarmer returns a warmer with a queue of the given depth.
func NewWarmer(reader Reader, workers, depth int, log *slog.Logger) *Warmer {
	return &Warmer{reader: reader, workers: workers, blocks: make(chan Block, depth), log: log}
}

// Offer queues a block, or drops it when the workers are behind.
func (w *Warmer) Offer(b Block) bool {
	select {
	case w.blocks <- b:
		return true
	default:
		return false
	}
}

// Run reads what is offered until ctx ends, and returns once no worker is left.
func (w *Warmer) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	for range w.workers {
		wg.Go(func() { w.work(ctx) })
	}
	wg.Wait()
	return ctx.Err()
}

func (w *Warmer) work(ctx context.Context) {
	for {
		select {
		case b := <-w.blocks:
			w.touch(ctx, b)
		case <-ctx.Done():
			return
		}
	}
}

func (w *Warmer) touch(ctx context.Context, b Block) {
	if err := w.reader.Touch(ctx, b); err != nil && ctx.Err() == nil {
		w.log.WarnContext(ctx, "read ahead", "file", b.File, "offset", b.Offset, "err", err)
	}
}
