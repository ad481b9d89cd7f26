// Package good sorts parcels with a number of workers. A worker that sees the end of its
// context gives back what is still on the belt and leaves.
package good

import (
	"context"
	"errors"
	"log/slog"
	"sync"
)

// ErrStopped is returned for a parcel that comes too late.
var ErrStopped = errors.New("belt has stopped")

// Parcel is something to sort.
type Parcel struct {
	Code string
}

// Arm puts one parcel into its chute.
type Arm interface {
	Place(ctx context.Context, p Parcel) error
}

// Belt feeds parcels to arms.
type Belt struct {
	parcels  chan Parcel
	giveBack func(Parcel)
	workers  sync.WaitGroup
	done     <-chan struct{}
	cancel   context.CancelFunc
	log      *slog.Logger
}

// NewBelt starts one worker per arm; they run until ctx ends or Close is called.
func NewBelt(ctx context.Context, arms []Arm, room int, giveBack func(Parcel), log *slog.Logger) *Belt {
	ctx, cancel := context.WithCancel(ctx)
	b := &Belt{parcels: make(chan Parcel, room), giveBack: giveBack, done: ctx.Done(), cancel: cancel, log: log}
	for _, arm := range arms {
		b.workers.Go(func() { b.work(ctx, arm) })
	}
	return b
}

// Put lays a parcel on the belt.
func (b *Belt) Put(ctx context.Context, p Parcel) error {
	select {
	case b.parcels <- p:
		return nil
	case <-b.done:
		return ErrStopped
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close stops the workers and waits for them.
func (b *Belt) Close() {
	b.cancel()
	b.workers.Wait()
}

func (b *Belt) work(ctx context.Context, arm Arm) {
	for {
		select {
		case <-ctx.Done():
			b.clear()
			return
		case p := <-b.parcels:
			if err := arm.Place(ctx, p); err != nil {
				b.log.WarnContext(ctx, "parcel not placed", "code", p.Code, "err", err)
				b.giveBack(p)
			}
		}
	}
}

// clear gives back what is on the belt right now.
func (b *Belt) clear() {
	for {
		select {
		case p := <-b.parcels:
			b.giveBack(p)
		default:
			return
		}
	}
}
