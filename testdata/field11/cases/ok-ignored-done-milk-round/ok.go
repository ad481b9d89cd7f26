// Package ok drives the milk rounds of a dairy. The context of Start is for the start only:
// it covers the opening of the gates and may end right after. The rounds have a context of
// their own, which Close cancels before it waits for them.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Depot has a gate and vans.
type Depot interface {
	OpenGate(ctx context.Context) error
	Drive(ctx context.Context, van int) error
}

// Dairy sends vans out again and again.
type Dairy struct {
	depot  Depot
	every  time.Duration
	limit  time.Duration
	log    *slog.Logger
	cancel context.CancelFunc
	rounds sync.WaitGroup
}

// Start opens the gate, as long as ctx lasts, and sets n vans going until Close.
func Start(ctx context.Context, depot Depot, n int, every, limit time.Duration, log *slog.Logger) (*Dairy, error) {
	if err := depot.OpenGate(ctx); err != nil {
		return nil, fmt.Errorf("open gate: %w", err)
	}
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	d := &Dairy{depot: depot, every: every, limit: limit, log: log, cancel: cancel}
	for van := range n {
		d.rounds.Go(func() { d.drive(run, van) })
	}
	return d, nil
}

// Close calls the vans back and waits until they have stopped.
func (d *Dairy) Close() {
	d.cancel()
	d.rounds.Wait()
}

func (d *Dairy) drive(ctx context.Context, van int) {
	ticker := time.NewTicker(d.every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			d.round(ctx, van)
		}
	}
}

func (d *Dairy) round(ctx context.Context, van int) {
	ctx, cancel := context.WithTimeout(ctx, d.limit)
	defer cancel()
	if err := d.depot.Drive(ctx, van); err != nil {
		d.log.WarnContext(ctx, "round broken off", "van", van, "err", err)
	}
}
