// Package good builds an index of vineyards from several registers at once. The group's context
// has a name of its own, and the index is published under the caller's.
package good

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Vineyard is one entry.
type Vineyard struct {
	Name     string
	Hectares float64
}

// Register lists vineyards of a region.
type Register interface {
	Region() string
	List(ctx context.Context) ([]Vineyard, error)
}

// Shelf takes finished indexes.
type Shelf interface {
	Publish(ctx context.Context, names []string) error
}

// Indexer builds the index.
type Indexer struct {
	registers []Register
	shelf     Shelf
	atOnce    int
}

// NewIndexer returns an indexer that asks some registers at once.
func NewIndexer(shelf Shelf, atOnce int, registers ...Register) *Indexer {
	return &Indexer{registers: registers, shelf: shelf, atOnce: atOnce}
}

// Rebuild builds and publishes the index.
func (x *Indexer) Rebuild(ctx context.Context) error {
	var (
		mu   sync.Mutex
		seen = make(map[string]float64)
	)
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(x.atOnce)
	for _, reg := range x.registers {
		group.Go(func() error {
			list, err := reg.List(gctx)
			if err != nil {
				return fmt.Errorf("register of %s: %w", reg.Region(), err)
			}
			mu.Lock()
			defer mu.Unlock()
			for _, v := range list {
				seen[v.Name] += v.Hectares
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(seen))
	if err := x.shelf.Publish(ctx, names); err != nil {
		return fmt.Errorf("publish %d vineyards: %w", len(names), err)
	}
	return nil
}
