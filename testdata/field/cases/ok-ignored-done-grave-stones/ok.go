// Package ok engraves stones from a queue. A stone that has been begun is finished even when the workshop
// closes meanwhile, within a limit of its own, because half a name is worse than none. Nobody waits for
// a single stone; Run begins none after the stop and returns.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// Stone is one order.
type Stone struct {
	Order int
	Lines []string
}

// Chisel engraves one line.
type Chisel interface {
	Line(ctx context.Context, text string) error
	Polish(ctx context.Context) error
}

// Orders are kept until they are done.
type Orders interface {
	Next(ctx context.Context) (*Stone, error)
	Done(ctx context.Context, order int) error
}

// Workshop engraves stones.
type Workshop struct {
	orders Orders
	chisel Chisel
	limit  time.Duration
	log    *slog.Logger
}

// New returns a workshop that spends at most limit on a stone.
func New(orders Orders, chisel Chisel, limit time.Duration, log *slog.Logger) *Workshop {
	return &Workshop{orders: orders, chisel: chisel, limit: limit, log: log}
}

// Run engraves stones until ctx ends.
func (w *Workshop) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		stone, err := w.orders.Next(ctx)
		if ctx.Err() != nil && err != nil {
			break
		}
		if err != nil {
			return fmt.Errorf("next stone: %w", err)
		}
		if err := w.finish(context.WithoutCancel(ctx), stone); err != nil {
			return fmt.Errorf("stone %d: %w", stone.Order, err)
		}
	}
	w.log.Info("workshop closes")
	return nil
}

// finish engraves a whole stone.
func (w *Workshop) finish(ctx context.Context, s *Stone) (err error) {
	ctx, cancel := context.WithTimeout(ctx, w.limit)
	defer cancel()
	for i, line := range s.Lines {
		if err := w.chisel.Line(ctx, line); err != nil {
			return errors.Join(fmt.Errorf("line %d: %w", i+1, err), w.chisel.Polish(ctx))
		}
	}
	if err := w.chisel.Polish(ctx); err != nil {
		w.log.WarnContext(ctx, "stone not polished", "order", s.Order, "err", err)
	}
	return w.orders.Done(ctx, s.Order)
}
