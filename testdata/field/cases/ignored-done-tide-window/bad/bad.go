// Package bad opens a lock gate when the tide is right. The gate keeper's context ends
// with the shift, but the wait for the window goes through the almanac, which knows no
// context: a keeper who was relieved hours ago still opens the gate.
package bad

import (
	"context"
	"fmt"
	"log/slog"

	"faultfield/cases/ignored-done-tide-window/bad/almanac"
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
	level := k.window(draught)
	k.log.InfoContext(ctx, "window reached", "ship", ship, "level", level)
	if err := k.gate.Raise(ctx, level); err != nil {
		return fmt.Errorf("let %s in: %w", ship, err)
	}
	if err := k.gate.Lower(ctx); err != nil {
		return fmt.Errorf("close behind %s: %w", ship, err)
	}
	return nil
}

func (k *Keeper) window(draught float64) float64 {
	tide := k.tides.Next(draught)
	tide.Wait() // OR ignored-done // OR blocking-no-ctx
	return tide.Level
}
