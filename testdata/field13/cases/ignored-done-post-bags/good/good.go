// Package good reads bags of letters from several conveyor belts into one channel. A reader
// that cannot hand its bag over because of a stop puts it back on the belt and ends.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

const releaseLimit = 2 * time.Second

// Bag is a leased bag; the belt offers it again unless it is released or taken.
type Bag struct {
	Belt   string
	Number int
}

// Belt gives out bags.
type Belt interface {
	Name() string
	Take(ctx context.Context) (Bag, error)
	Release(ctx context.Context, b Bag) error
}

// Reader merges belts.
type Reader struct {
	belts []Belt
	bags  chan Bag
	log   *slog.Logger
}

// NewReader returns a Reader of some belts that holds up to ahead bags.
func NewReader(log *slog.Logger, ahead int, belts ...Belt) *Reader {
	return &Reader{belts: belts, bags: make(chan Bag, ahead), log: log}
}

// Bags is closed when Run ends. The sorter stops taking bags when its own context ends.
func (r *Reader) Bags() <-chan Bag { return r.bags }

// Run reads until ctx ends and returns when all readers have.
func (r *Reader) Run(ctx context.Context) {
	var readers sync.WaitGroup
	for _, b := range r.belts {
		readers.Go(func() {
			if err := r.read(ctx, b); err != nil {
				r.log.Error("belt given up", "belt", b.Name(), "err", err)
			}
		})
	}
	readers.Wait()
	close(r.bags)
}

func (r *Reader) read(ctx context.Context, belt Belt) error {
	for {
		bag, err := belt.Take(ctx)
		if ctx.Err() != nil && err != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("take from %s: %w", belt.Name(), err)
		}
		select {
		case r.bags <- bag:
		case <-ctx.Done():
			return r.release(ctx, belt, bag)
		}
	}
}

func (r *Reader) release(ctx context.Context, belt Belt, bag Bag) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseLimit)
	defer cancel()
	return belt.Release(ctx, bag)
}
