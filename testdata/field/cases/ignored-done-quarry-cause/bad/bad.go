// Package bad cuts blocks in a quarry with a group of saws. When one saw breaks, the group's
// context ends, and the loop that hands out blocks returns that context's own error. The
// foreman reads "context canceled", nobody waits for the other saws and nobody hears which broke.
package bad

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// Block is one block of stone.
type Block struct {
	Number int
	Tonnes float64
}

// Saw cuts blocks.
type Saw interface {
	Cut(ctx context.Context, b Block) error
}

// Quarry has saws that work in turn.
type Quarry struct {
	saws []Saw
}

// New returns a quarry.
func New(saws ...Saw) *Quarry { return &Quarry{saws: saws} }

// Cut cuts all blocks that arrive until the channel is closed.
func (q *Quarry) Cut(ctx context.Context, blocks <-chan Block) error {
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(len(q.saws))
	for n := 0; ; n++ {
		select {
		case b, open := <-blocks:
			if !open {
				return group.Wait()
			}
			saw := q.saws[n%len(q.saws)]
			group.Go(func() error {
				if err := saw.Cut(gctx, b); err != nil {
					return fmt.Errorf("block %d of %.1f t: %w", b.Number, b.Tonnes, err)
				}
				return nil
			})
		case <-gctx.Done(): // OR ignored-done
			return gctx.Err() // EXPECT ignored-done
		}
	}
}
