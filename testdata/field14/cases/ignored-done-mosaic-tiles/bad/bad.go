// Package bad has the tiles of a mosaic cut by a machine. The rest between two tries ends at
// once when the context does, but it does not say so: the loop then makes all tries that are
// left, one right after the other, for somebody who has called the job off.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// ErrBlunt says that the machine needs a new blade.
var ErrBlunt = errors.New("blade is blunt")

// Tile is one piece of the mosaic.
type Tile struct {
	Row, Column int
	Colour      string
}

// Machine cuts tiles; a cut that has begun is finished.
type Machine interface {
	Cut(t Tile) error
}

// Workshop makes mosaics.
type Workshop struct {
	machine Machine
	tries   int
	log     *slog.Logger
}

// Make cuts all tiles of a mosaic.
func (w *Workshop) Make(ctx context.Context, tiles []Tile) error {
	for _, t := range tiles {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.cut(ctx, t); err != nil {
			return fmt.Errorf("tile %d/%d: %w", t.Row, t.Column, err)
		}
	}
	return nil
}

func (w *Workshop) cut(ctx context.Context, t Tile) error {
	for n := 1; ; n++ { // OR ignored-done // OR retry-hygiene
		err := w.machine.Cut(t)
		if err == nil {
			return nil
		}
		if n == w.tries || errors.Is(err, ErrBlunt) {
			return fmt.Errorf("after %d tries: %w", n, err)
		}
		w.log.InfoContext(ctx, "tile broke", "row", t.Row, "column", t.Column, "try", n, "err", err)
		rest(ctx, n) // OR ignored-done // OR retry-hygiene
	}
}

func rest(ctx context.Context, n int) {
	d := time.Second << min(n, 5)
	timer := time.NewTimer(d + rand.N(d))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done(): // EXPECT ignored-done
	}
}
