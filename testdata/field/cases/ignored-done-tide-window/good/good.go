// Package good opens a lock gate when the tide is right. The wait for the window is given
// the gate keeper's context, so a keeper who is relieved opens nothing any more.
package good

import (
	"context"
	"fmt"
	"log/slog"

	"faultfield/cases/ignored-done-tide-window/good/almanac"
)

// Gate moves water.
type Gate interface {
	Raise(ctx context.Context, metres float64) error
	Lower(ctx context.Context) error
}

// Keeper serves one gate.
type Keeper struct {
	gate  Gate
	tides *almanac.Table
	log   *slog.Logger
}

// NewKeeper returns the keeper of a gate.
func NewKeeper(gate Gate, tides *almanac.Table, log *slog.Logger) *Keeper {
	return &Keeper{gate: gate, tides: tides, log: log}
}

// Pass lets one ship through at the next window of its draught.
func (k *Keeper) Pass(ctx context.Context, ship string, draught float64) error {
	level, err := k.window(ctx, draught)
	if err != nil {
		return fmt.Errorf("wait for the tide of %s: %w", ship, err)
	}
	k.log.InfoContext(ctx, "window reached", "ship", ship, "level", level)
	if err := k.gate.Raise(ctx, level); err != nil {
		return fmt.Errorf("let %s in: %w", ship, err)
	}
	if err := k.gate.Lower(ctx); err != nil {
		return fmt.Errorf("close behind %s: %w", ship, err)
	}
	return nil
}

func (k *Keeper) window(ctx context.Context, draught float64) (float64, error) {
	tide := k.tides.Next(draught)
	return tide.Level, tide.Wait(ctx)
}
