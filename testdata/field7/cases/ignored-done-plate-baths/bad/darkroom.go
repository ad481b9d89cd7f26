// Package bad develops glass plates in a few baths.
// The error of Acquire is dropped. After the first failure, or when the caller gives up, the
// plates that were waiting go on without having a bath, and each of them gives back one that
// it never had: the semaphore panics.
package bad

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

// Plate is a negative.
type Plate struct {
	Number int
	Large  bool
}

// Bath develops a plate.
type Bath interface {
	Develop(ctx context.Context, p Plate) error
}

// Darkroom has a basin with room for a number of small plates; a large one takes two places.
type Darkroom struct {
	bath   Bath
	places *semaphore.Weighted
}

// NewDarkroom has n places, at least two.
func NewDarkroom(bath Bath, n int64) *Darkroom {
	return &Darkroom{bath: bath, places: semaphore.NewWeighted(max(n, 2))}
}

// Develop develops the plates; the first failure ends the work on the others.
func (d *Darkroom) Develop(ctx context.Context, plates []Plate) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range plates {
		group.Go(func() error {
			return d.one(ctx, p)
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("develop %d plates: %w", len(plates), err)
	}
	return nil
}

func (d *Darkroom) one(ctx context.Context, p Plate) error {
	need := int64(1)
	if p.Large {
		need = 2
	}
	d.places.Acquire(ctx, need)  // EXPECT ignored-done
	defer d.places.Release(need) // OR ignored-done
	if err := d.bath.Develop(ctx, p); err != nil {
		return fmt.Errorf("plate %d: %w", p.Number, err)
	}
	return nil
}
