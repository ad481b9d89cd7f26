// Package good picks an orchard row by row with a group of pickers, all on the group's context,
// which the first failure ends.
package good

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"
)

// ErrSick is returned for a row that must not be picked with the others.
var ErrSick = errors.New("row is sick")

// Row is a row of trees.
type Row struct {
	Name  string
	Trees []string
}

// Picker picks one tree.
type Picker interface {
	Inspect(ctx context.Context, tree string) error
	Pick(ctx context.Context, tree string) (kilos float64, err error)
}

// Harvest is what was picked.
type Harvest struct {
	Kilos []float64
	Took  time.Duration
}

// Pick picks all rows at once.
func Pick(ctx context.Context, p Picker, rows []Row) (*Harvest, error) {
	began := time.Now()
	h := &Harvest{Kilos: make([]float64, len(rows))}
	group, ctx := errgroup.WithContext(ctx)
	for i, row := range rows {
		group.Go(func() error {
			kilos, err := pickRow(ctx, p, row)
			if err != nil {
				return fmt.Errorf("row %s: %w", row.Name, err)
			}
			h.Kilos[i] = kilos
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	h.Took = time.Since(began)
	return h, nil
}

func pickRow(ctx context.Context, p Picker, row Row) (total float64, err error) {
	for _, tree := range row.Trees {
		if err := p.Inspect(ctx, tree); err != nil {
			return 0, errors.Join(ErrSick, err)
		}
	}
	for _, tree := range row.Trees {
		kilos, err := p.Pick(ctx, tree)
		if err != nil {
			return total, fmt.Errorf("tree %s: %w", tree, err)
		}
		total += kilos
	}
	return total, nil
}
