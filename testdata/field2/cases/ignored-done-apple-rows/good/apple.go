// Package good imports lists of apples. Rows are read ahead by a goroutine, which
// leaves when the import does.
package good

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
)

// Apple is a row.
type Apple struct {
	Sort   string
	Weight string
}

// Orchard stores apples.
type Orchard interface {
	Store(ctx context.Context, a Apple) error
}

type row struct {
	cells []string
	err   error
}

func rows(ctx context.Context, f io.ReadCloser) <-chan row {
	out := make(chan row, 64)
	go func() {
		defer close(out)
		defer f.Close()
		r := csv.NewReader(f)
		r.FieldsPerRecord = 2
		for {
			cells, err := r.Read()
			if err == io.EOF {
				return
			}
			select {
			case out <- row{cells, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return out
}

// Importer imports lists.
type Importer struct {
	orchard Orchard
}

// Import stores all apples of the list.
func (i *Importer) Import(ctx context.Context, list io.ReadCloser) (n int, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for r := range rows(ctx, list) {
		if r.err != nil {
			return n, fmt.Errorf("row %d: %w", n+1, r.err)
		}
		a := Apple{Sort: r.cells[0], Weight: r.cells[1]}
		if err := i.orchard.Store(ctx, a); err != nil {
			return n, fmt.Errorf("store row %d: %w", n+1, err)
		}
		n++
	}
	return n, ctx.Err()
}
