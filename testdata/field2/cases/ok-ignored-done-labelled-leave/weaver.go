// Package ok writes the lengths of cloth that a loom reports. The break under Done has
// the loop's label, and what follows writes the rest within a limit of its own.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Length is one piece.
type Length struct {
	Loom   string
	Metres float64
}

// Sheet keeps lengths.
type Sheet interface {
	Append(ctx context.Context, ls []Length) error
}

// Weaver collects lengths.
type Weaver struct {
	in    <-chan Length
	sheet Sheet
	every time.Duration
	log   *slog.Logger
}

// Run collects until ctx ends or the looms stand still.
func (w *Weaver) Run(ctx context.Context) error {
	tick := time.NewTicker(w.every)
	defer tick.Stop()

	var rest []Length
collect:
	for {
		select {
		case l, ok := <-w.in:
			if !ok {
				break collect
			}
			rest = append(rest, l)
		case <-tick.C:
			if len(rest) == 0 {
				break
			}
			if err := w.sheet.Append(ctx, rest); err != nil {
				w.log.WarnContext(ctx, "append lengths", "err", err)
				break
			}
			rest = rest[:0]
		case <-ctx.Done():
			break collect
		}
	}
	if len(rest) == 0 {
		return nil
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := w.sheet.Append(last, rest); err != nil {
		return fmt.Errorf("append %d last lengths: %w", len(rest), err)
	}
	return nil
}
