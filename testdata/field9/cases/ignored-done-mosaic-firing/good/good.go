// Package good waits until the tiles of a mosaic are fired or the context ends. The oven is
// asked on every tick, and an error of the oven is logged and outlived.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// State is how far a batch of tiles is.
type State string

// States of a batch.
const (
	Waiting State = "waiting"
	Firing  State = "firing"
	Fired   State = "fired"
	Cracked State = "cracked"
)

// Oven fires batches.
type Oven interface {
	Load(ctx context.Context, tiles []string) (batch string, err error)
	State(ctx context.Context, batch string) (State, error)
}

// Mosaic is made of tiles.
type Mosaic struct {
	oven  Oven
	every time.Duration
	limit time.Duration // of one question
	log   *slog.Logger
}

// Fire loads the tiles and returns when they are fired.
func (m *Mosaic) Fire(ctx context.Context, tiles []string) error {
	batch, err := m.oven.Load(ctx, tiles)
	if err != nil {
		return fmt.Errorf("load oven: %w", err)
	}
	return m.await(ctx, batch)
}

func (m *Mosaic) await(ctx context.Context, batch string) error {
	tick := time.NewTicker(m.every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return fmt.Errorf("await batch %s: %w", batch, ctx.Err())
		case <-tick.C:
		}
		state, err := m.ask(ctx, batch)
		if err != nil {
			m.log.WarnContext(ctx, "oven does not answer", "batch", batch, "err", err)
			continue
		}
		switch state {
		case Fired:
			return nil
		case Cracked:
			return fmt.Errorf("batch %s cracked", batch)
		}
		m.log.DebugContext(ctx, "not yet", "batch", batch, "state", state)
	}
}

func (m *Mosaic) ask(ctx context.Context, batch string) (State, error) {
	ctx, cancel := context.WithTimeout(ctx, m.limit)
	defer cancel()
	return m.oven.State(ctx, batch)
}
