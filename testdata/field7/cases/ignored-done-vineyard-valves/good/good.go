// Package good waters a vineyard row by row. The pause in which a valve is open ends early
// when the watering is called off, and the caller is told. It closes the valve and leaves
// the rows after it alone.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Row is one line of vines behind a valve.
type Row struct {
	Name  string
	Valve int
	For   time.Duration
}

// Board switches valves; it is a register of this machine.
type Board interface {
	Set(valve int, open bool) error
}

// Meter counts water.
type Meter interface {
	Litres() float64
}

// Waterer works through a plan.
type Waterer struct {
	board Board
	meter Meter
	log   *slog.Logger
}

// NewWaterer returns a waterer over the given board.
func NewWaterer(board Board, meter Meter, log *slog.Logger) *Waterer {
	return &Waterer{board: board, meter: meter, log: log}
}

// Water opens the valves of the plan one after the other. Ending ctx calls it off.
func (w *Waterer) Water(ctx context.Context, plan []Row) error {
	start := w.meter.Litres()
	for _, row := range plan {
		before := w.meter.Litres()
		if err := w.board.Set(row.Valve, true); err != nil {
			return fmt.Errorf("open row %s: %w", row.Name, err)
		}
		full := rest(ctx, row.For)
		if !full {
			w.log.InfoContext(ctx, "row cut short", "row", row.Name)
		}
		if err := w.board.Set(row.Valve, false); err != nil {
			return fmt.Errorf("close row %s: %w", row.Name, err)
		}
		w.log.InfoContext(ctx, "row watered", "row", row.Name, "full", full, "litres", w.meter.Litres()-before)
		if !full {
			return fmt.Errorf("row %s: %w", row.Name, ctx.Err())
		}
	}
	w.log.InfoContext(ctx, "plan done", "rows", len(plan), "litres", w.meter.Litres()-start)
	return nil
}

// rest pauses; it reports false when ctx ended the pause.
func rest(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
