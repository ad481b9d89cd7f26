// Package bad compares a herbarium with its catalogue. The iterator over the sheets
// stops without a word when the context ends. The caller cannot tell that from the last
// sheet, and strikes all plants from the catalogue that it did not get to see.
package bad

import (
	"context"
	"fmt"
	"iter"
	"slices"
)

// Sheet is a pressed plant.
type Sheet struct {
	ID      string
	Species string
}

// Store has sheets by drawer.
type Store interface {
	Drawers(ctx context.Context) ([]string, error)
	Sheets(ctx context.Context, drawer string) ([]Sheet, error)
}

// Catalogue lists species.
type Catalogue interface {
	Species(ctx context.Context) ([]string, error)
	Strike(ctx context.Context, species []string) error
}

// Keeper compares.
type Keeper struct {
	store Store
	cat   Catalogue
}

// sheets goes through all drawers.
func (k *Keeper) sheets(ctx context.Context, drawers []string) iter.Seq2[Sheet, error] {
	return func(yield func(Sheet, error) bool) {
		for _, d := range drawers {
			if ctx.Err() != nil { // OR ignored-done
				return // EXPECT ignored-done
			}
			list, err := k.store.Sheets(ctx, d)
			if err != nil {
				yield(Sheet{}, fmt.Errorf("drawer %s: %w", d, err))
				return
			}
			for _, s := range list {
				if !yield(s, nil) {
					return
				}
			}
		}
	}
}

// Reconcile strikes the species of which there is no sheet.
func (k *Keeper) Reconcile(ctx context.Context) error {
	drawers, err := k.store.Drawers(ctx)
	if err != nil {
		return fmt.Errorf("list drawers: %w", err)
	}
	listed, err := k.cat.Species(ctx)
	if err != nil {
		return fmt.Errorf("read catalogue: %w", err)
	}
	present := map[string]bool{}
	for s, err := range k.sheets(ctx, drawers) { // OR ignored-done
		if err != nil {
			return err
		}
		present[s.Species] = true
	}
	gone := slices.DeleteFunc(listed, func(s string) bool { return present[s] })
	if len(gone) == 0 {
		return nil
	}
	return k.cat.Strike(context.WithoutCancel(ctx), gone)
}
