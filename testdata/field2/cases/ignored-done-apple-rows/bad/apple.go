// Package bad imports lists of apples. Rows are read ahead by a goroutine. When a row
// cannot be stored the import returns, and the goroutine stays in its send, with the
// file open: its deferred close never comes.
package bad

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

func rows(f io.ReadCloser) <-chan row { // OR ignored-done
	out := make(chan row, 64)
	go func() { // OR ignored-done
		defer close(out)
		defer f.Close()
		r := csv.NewReader(f)
		r.FieldsPerRecord = 2
		for {
			cells, err := r.Read()
			if err == io.EOF {
				return
			}
			out <- row{cells, err} // EXPECT ignored-done
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
	for r := range rows(list) { // OR ignored-done
		if r.err != nil {
			return n, fmt.Errorf("row %d: %w", n+1, r.err)
		}
		a := Apple{Sort: r.cells[0], Weight: r.cells[1]}
		if err := i.orchard.Store(ctx, a); err != nil {
			return n, fmt.Errorf("store row %d: %w", n+1, err) // OR ignored-done
		}
		n++
	}
	return n, nil
}
