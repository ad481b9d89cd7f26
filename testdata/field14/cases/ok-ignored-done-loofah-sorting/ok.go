// Package ok sorts sponges with a few workers. The workers range over a channel and look at no
// context between two sponges; the feeder does, closes the channel when the context ends,
// and that ends the workers.
package ok

import (
	"context"
	"fmt"
	"iter"

	"golang.org/x/sync/errgroup"
)

// Sponge is one piece on the belt.
type Sponge struct {
	Tag   string
	Grams float64
}

// Sorter looks at sponges.
type Sorter interface {
	Grade(ctx context.Context, s Sponge) (int, error)
}

// Belt brings sponges to sorters.
type Belt struct {
	sorter  Sorter
	workers int
}

// Run grades all sponges and returns how many there are of each grade.
func (b *Belt) Run(ctx context.Context, sponges iter.Seq[Sponge]) (map[int]int, error) {
	group, ctx := errgroup.WithContext(ctx)
	belt := make(chan Sponge)
	grades := make(chan int, b.workers)

	group.Go(func() error {
		defer close(belt)
		for s := range sponges {
			select {
			case belt <- s:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})

	workers, wctx := errgroup.WithContext(ctx)
	for range b.workers {
		workers.Go(func() error {
			for s := range belt {
				grade, err := b.sorter.Grade(wctx, s)
				if err != nil {
					return fmt.Errorf("grade sponge %s: %w", s.Tag, err)
				}
				grades <- grade
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(grades)
		return workers.Wait()
	})

	count := make(map[int]int)
	for grade := range grades {
		count[grade]++
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return count, nil
}
