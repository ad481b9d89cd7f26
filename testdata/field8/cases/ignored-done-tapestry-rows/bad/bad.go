// Package bad weaves a tapestry and stores now and then how far it has come. The reporter is
// told to stop when the last row is woven. When weaving fails or its context ends nobody tells
// it: it goes on saving under a dead context and logs a failure every few seconds, for ever.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"
)

// Loom weaves rows.
type Loom interface {
	Weave(ctx context.Context, row int) error
}

// Progress stores how many rows of a piece are done.
type Progress interface {
	Save(ctx context.Context, piece string, rows int64) error
}

// Workshop has one loom.
type Workshop struct {
	loom     Loom
	progress Progress
	every    time.Duration
	log      *slog.Logger
}

func (w *Workshop) report(ctx context.Context, piece string, rows *atomic.Int64, finished <-chan struct{}) {
	tick := time.NewTicker(w.every)
	defer tick.Stop()
	for { // OR ignored-done
		select { // OR ignored-done
		case <-tick.C:
			if err := w.progress.Save(ctx, piece, rows.Load()); err != nil {
				w.log.WarnContext(ctx, "progress not saved", "piece", piece, "err", err)
			}
		case <-finished:
			return
		}
	}
}

// Make weaves a piece of so many rows.
func (w *Workshop) Make(ctx context.Context, piece string, rows int) error {
	var done atomic.Int64
	finished := make(chan struct{})
	go w.report(ctx, piece, &done, finished) // EXPECT ignored-done

	for row := range rows {
		if err := w.loom.Weave(ctx, row); err != nil {
			return fmt.Errorf("piece %s, row %d: %w", piece, row, err) // OR ignored-done
		}
		done.Add(1)
	}
	close(finished) // OR ignored-done
	if err := w.progress.Save(ctx, piece, done.Load()); err != nil {
		return fmt.Errorf("piece %s: %w", piece, err)
	}
	return nil
}
