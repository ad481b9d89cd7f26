// Package good asks sluices to open, a few at a time and each several times. The place among the few is held
// during a try only, not during the pause before the next one.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/semaphore"
)

// Sluice is one sluice; opening an open one does nothing.
type Sluice interface {
	Name() string
	Open(ctx context.Context) error
}

// ErrJammed is returned by a sluice that may work in a moment.
var ErrJammed = errors.New("sluice is jammed")

// Warden opens sluices.
type Warden struct {
	places *semaphore.Weighted
	tries  int
	limit  time.Duration
	pause  time.Duration
}

// NewWarden returns a warden who deals with n sluices at once.
func NewWarden(n int64) *Warden {
	return &Warden{places: semaphore.NewWeighted(n), tries: 4, limit: 2 * time.Second, pause: 500 * time.Millisecond}
}

// Open opens a sluice.
func (w *Warden) Open(ctx context.Context, s Sluice) error {
	var err error
	for try := range w.tries {
		if try > 0 {
			if err := w.rest(ctx, try); err != nil {
				return fmt.Errorf("open %s: %w", s.Name(), err)
			}
		}
		if err = w.once(ctx, s); !errors.Is(err, ErrJammed) {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("open %s: %w", s.Name(), err)
	}
	return nil
}

func (w *Warden) once(ctx context.Context, s Sluice) error {
	if err := w.places.Acquire(ctx, 1); err != nil {
		return err
	}
	defer w.places.Release(1)
	ctx, cancel := context.WithTimeout(ctx, w.limit)
	defer cancel()
	return s.Open(ctx)
}

func (w *Warden) rest(ctx context.Context, try int) error {
	d := w.pause << (try - 1)
	over := time.NewTimer(d/2 + rand.N(d/2))
	defer over.Stop()
	select {
	case <-over.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
