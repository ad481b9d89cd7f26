// Package ok moves rows of an outbox table to a broker. The relay is one of the components
// that the service starts in an errgroup and stops together.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"
)

// Row is a message waiting to leave. Consumers drop a row whose ID they have seen.
type Row struct {
	ID    string
	Topic string
	Body  []byte
}

// Outbox is the table.
type Outbox interface {
	Next(ctx context.Context, limit int) ([]Row, error)
	Delete(ctx context.Context, ids []string) error
}

// Broker takes messages.
type Broker interface {
	Publish(ctx context.Context, rows []Row) error
}

// Relay is the component.
type Relay struct {
	outbox Outbox
	broker Broker
	every  time.Duration
	log    *slog.Logger
}

// NewRelay returns a relay that looks into the outbox at an interval.
func NewRelay(o Outbox, b Broker, every time.Duration, log *slog.Logger) *Relay {
	return &Relay{outbox: o, broker: b, every: every, log: log}
}

// Run relays until it is told to stop, which is not an error.
func (r *Relay) Run(ctx context.Context) error {
	tick := time.NewTicker(r.every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			r.log.Info("outbox relay stops", "cause", context.Cause(ctx))
			return nil
		case <-tick.C:
		}
		err := r.once(ctx)
		if errors.Is(err, context.Canceled) && ctx.Err() != nil {
			return nil
		}
		if err != nil {
			r.log.Error("outbox relay", "err", err)
		}
	}
}

func (r *Relay) once(ctx context.Context) error {
	rows, err := r.outbox.Next(ctx, 100)
	if err != nil || len(rows) == 0 {
		return err
	}
	if err := r.broker.Publish(ctx, rows); err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	return r.outbox.Delete(ctx, ids)
}

// Component runs until its context is done.
type Component interface {
	Run(ctx context.Context) error
}

// Serve runs the components; the first that fails stops the others.
func Serve(ctx context.Context, components ...Component) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, c := range components {
		group.Go(func() error { return c.Run(ctx) })
	}
	return group.Wait()
}
