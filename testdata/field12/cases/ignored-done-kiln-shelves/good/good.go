// Package good fires pottery in a few kilns. A firing first takes a place; an order that is
// called off while it waits for one leaves the queue.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/semaphore"
)

// Order is a batch of pots.
type Order struct {
	ID     string
	Pots   int
	Degree int
}

// Kiln fires pots.
type Kiln interface {
	Fire(ctx context.Context, degree int, pots int) error
}

// Workshop shares the shelves of its kilns among orders.
type Workshop struct {
	kiln    Kiln
	shelves *semaphore.Weighted
	longest time.Duration
	log     *slog.Logger
}

// NewWorkshop returns a workshop with the given number of shelves.
func NewWorkshop(kiln Kiln, shelves int64, longest time.Duration, log *slog.Logger) *Workshop {
	return &Workshop{kiln: kiln, shelves: semaphore.NewWeighted(shelves), longest: longest, log: log}
}

// Fire waits for a shelf and fires the order.
func (w *Workshop) Fire(ctx context.Context, o Order) error {
	release, err := w.shelf(ctx, o)
	if err != nil {
		return fmt.Errorf("order %s: %w", o.ID, err)
	}
	defer release()

	ctx, cancel := context.WithTimeout(ctx, w.longest)
	defer cancel()
	if err := w.kiln.Fire(ctx, o.Degree, o.Pots); err != nil {
		return fmt.Errorf("fire order %s: %w", o.ID, err)
	}
	return nil
}

func (w *Workshop) shelf(ctx context.Context, o Order) (release func(), err error) {
	if !w.shelves.TryAcquire(1) {
		w.log.InfoContext(ctx, "all shelves are taken, waiting", "order", o.ID)
		if err := w.shelves.Acquire(ctx, 1); err != nil {
			return nil, err
		}
	}
	return func() { w.shelves.Release(1) }, nil
}
