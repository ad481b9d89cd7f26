// Package ok waits until a dye bath has reached its colour. Every look at the bath has a timeout of
// its own, and a look that fails is logged and followed by another; this is a wait for a slow machine with
// one deadline around it, not an attempt that is repeated, and a look is shorter than the interval.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

const (
	lookEvery = 10 * time.Second
	lookLimit = 6 * time.Second
	dyeLimit  = 40 * time.Minute
	maxBlind  = 6 // looks in a row that fail
)

// ErrBlind is returned when the bath cannot be looked at any more.
var ErrBlind = errors.New("bath does not answer")

// Bath is a heated vat with a colour sensor.
type Bath interface {
	Name() string
	// Depth is the depth of colour that has been reached, from 0 to 1.
	Depth(ctx context.Context) (float64, error)
}

// Works runs the baths.
type Works struct {
	log *slog.Logger
}

// NewWorks returns the dye works.
func NewWorks(log *slog.Logger) *Works { return &Works{log: log} }

// Await returns when the bath has the wanted depth of colour.
func (w *Works) Await(ctx context.Context, b Bath, want float64) error {
	ctx, cancel := context.WithTimeout(ctx, dyeLimit)
	defer cancel()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()

	blind := 0
	for {
		depth, err := look(ctx, b)
		switch {
		case err == nil && depth >= want:
			return nil
		case err == nil:
			blind = 0
			w.log.Debug("still dyeing", "bath", b.Name(), "depth", depth)
		case ctx.Err() != nil:
			return fmt.Errorf("bath %s: %w", b.Name(), errors.Join(ctx.Err(), err))
		default:
			blind++
			w.log.Warn("bath not seen", "bath", b.Name(), "row", blind, "err", err)
			if blind == maxBlind {
				return fmt.Errorf("bath %s: %w: %w", b.Name(), ErrBlind, err)
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("bath %s at depth %.2f: %w", b.Name(), depth, ctx.Err())
		case <-tick.C:
		}
	}
}

func look(ctx context.Context, b Bath) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	return b.Depth(ctx)
}
