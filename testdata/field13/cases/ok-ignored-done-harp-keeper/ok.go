// Package ok tunes harps while a keeper watches the humidity of the room. The cancel function
// is neither deferred nor called here: the watching goroutine calls it, on the first bad value
// or when it ends, and Tune waits for that goroutine. Nothing is left behind.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrTooDry stops the tuning.
var ErrTooDry = errors.New("room is too dry")

const readLimit = 2 * time.Second

// Room measures humidity in percent.
type Room interface {
	Humidity(ctx context.Context) (float64, error)
}

// Tuner tunes the strings of harps.
type Tuner struct {
	room  Room
	pluck func(ctx context.Context, harp string, str int) error
	every time.Duration
}

// Tune tunes all strings unless the room gets too dry.
func (t *Tuner) Tune(ctx context.Context, harp string, strings int) error {
	work, cancel := context.WithCancelCause(ctx)
	finished := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		cancel(t.watch(work, finished))
	}()

	err := t.tuneAll(work, harp, strings)
	close(finished)
	<-watched
	if err != nil {
		if cause := context.Cause(work); errors.Is(cause, ErrTooDry) {
			err = errors.Join(cause, err)
		}
		return fmt.Errorf("tune %s: %w", harp, err)
	}
	return nil
}

func (t *Tuner) tuneAll(ctx context.Context, harp string, strings int) error {
	for s := range strings {
		if err := t.pluck(ctx, harp, s); err != nil {
			return fmt.Errorf("string %d: %w", s, err)
		}
	}
	return nil
}

// watch returns why the tuning has to stop, or nil when it is finished.
func (t *Tuner) watch(ctx context.Context, finished <-chan struct{}) error {
	tick := time.NewTicker(t.every)
	defer tick.Stop()
	for {
		select {
		case <-finished:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		rctx, stop := context.WithTimeout(ctx, readLimit)
		percent, err := t.room.Humidity(rctx)
		stop()
		if err == nil && percent < 35 {
			return ErrTooDry
		}
	}
}
