// Package bad reads bags of letters from several conveyor belts into one channel. The readers
// hand a bag over with a plain send. After a stop the sorter takes no more bags; a reader that
// just has one waits for the sorter, and Run waits for the reader: the service never ends.
package bad

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
	readers.Wait() // OR ignored-done
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
		r.bags <- bag // EXPECT ignored-done
	}
}

// Release puts a bag back that the sorter did not want.
func (r *Reader) Release(ctx context.Context, belt Belt, bag Bag) error {
	ctx, cancel := context.WithTimeout(ctx, releaseLimit)
	defer cancel()
	return belt.Release(ctx, bag)
}
