// Package bad prints letters from a queue. Any "cancelled" is taken for the stop of the
// printer service and acknowledged in peace. But the print server cancels jobs too, when its
// paper runs out, and those letters are acknowledged and never printed.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
)

// Letter is one message of the queue.
type Letter struct {
	ID   string
	Text []byte
}

// Queue hands out letters one by one.
type Queue interface {
	Next(ctx context.Context) (*Letter, error)
	Ack(l *Letter) error
	Requeue(l *Letter) error
}

// Printer prints; its jobs can be cancelled at the printer as well.
type Printer interface {
	Print(ctx context.Context, text []byte) error
}

// Relay prints what comes.
type Relay struct {
	queue   Queue
	printer Printer
	log     *slog.Logger
}

// New returns a relay.
func New(queue Queue, printer Printer, log *slog.Logger) *Relay {
	return &Relay{queue: queue, printer: printer, log: log}
}

// Run prints letters until ctx ends.
func (r *Relay) Run(ctx context.Context) error {
	for {
		letter, err := r.queue.Next(ctx)
		if err != nil {
			return fmt.Errorf("next letter: %w", err)
		}
		if err := r.handle(ctx, letter); err != nil {
			return fmt.Errorf("letter %s: %w", letter.ID, err)
		}
	}
}

func (r *Relay) handle(ctx context.Context, l *Letter) error {
	err := r.printer.Print(ctx, l.Text)
	switch {
	case err == nil:
		return r.queue.Ack(l)
	case errors.Is(err, context.Canceled): // EXPECT ignored-done
		r.log.Info("printing stopped", "letter", l.ID)
		return r.queue.Ack(l) // OR ignored-done
	default:
		r.log.Warn("letter not printed", "letter", l.ID, "err", err)
		return r.queue.Requeue(l)
	}
}
