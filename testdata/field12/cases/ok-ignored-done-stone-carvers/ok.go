// Package ok has letters carved in stone by a few carvers. A carver ranges over the channel
// and never looks at the context itself; it need not. The feeder closes the channel when
// the context ends, and every piece of work that is still in it gets the same context.
package ok

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Letter is one letter at a place.
type Letter struct {
	Char  rune
	Place int
}

// Chisel carves a letter; it stops when ctx ends.
type Chisel interface {
	Carve(ctx context.Context, l Letter) error
}

// Yard employs carvers.
type Yard struct {
	chisels []Chisel
}

// Inscribe carves a text and returns what went wrong.
func (y *Yard) Inscribe(ctx context.Context, text string) error {
	letters := make(chan Letter)
	var (
		carvers  sync.WaitGroup
		mu       sync.Mutex
		failures []error
	)
	for _, chisel := range y.chisels {
		carvers.Go(func() {
			for l := range letters {
				if err := chisel.Carve(ctx, l); err != nil {
					mu.Lock()
					failures = append(failures, fmt.Errorf("letter %d: %w", l.Place, err))
					mu.Unlock()
				}
			}
		})
	}

	err := feed(ctx, text, letters)
	carvers.Wait()
	return errors.Join(err, errors.Join(failures...))
}

// feed hands out the letters and closes the channel in any case.
func feed(ctx context.Context, text string, letters chan<- Letter) error {
	defer close(letters)
	for place, char := range []rune(text) {
		select {
		case letters <- Letter{Char: char, Place: place}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
