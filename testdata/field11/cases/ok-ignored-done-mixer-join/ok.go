// Package ok records a concert. At the end it waits for the feeder goroutine without a look
// at the context, and that is right: the feeder runs on a context that is cancelled just
// before, returns as soon as it notices, and must not touch the desk once Record is over.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Take is a piece of sound.
type Take []byte

// Desk is the mixing desk. Its methods return when their context ends.
type Desk interface {
	Next(ctx context.Context) (Take, error)
	Level(ctx context.Context) (float64, error)
	Adjust(ctx context.Context, level float64) error
}

// Tape stores takes.
type Tape interface {
	Append(ctx context.Context, t Take) error
}

// ErrOver is returned by a desk when the concert is over.
var ErrOver = errors.New("concert is over")

// Recorder connects a desk with a tape.
type Recorder struct {
	desk   Desk
	tape   Tape
	target float64
	adjust time.Duration
}

// Record stores takes until the concert is over or ctx ends. The levels follow meanwhile.
func (r *Recorder) Record(ctx context.Context) error {
	levelCtx, cancel := context.WithCancel(ctx)
	levelled := make(chan error, 1)
	go func() { levelled <- r.keepLevel(levelCtx) }()

	err := r.store(ctx)
	cancel()
	if lerr := <-levelled; lerr != nil && !errors.Is(lerr, context.Canceled) {
		err = errors.Join(err, lerr)
	}
	return err
}

func (r *Recorder) store(ctx context.Context) error {
	for {
		t, err := r.desk.Next(ctx)
		if errors.Is(err, ErrOver) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("next take: %w", err)
		}
		if err := r.tape.Append(ctx, t); err != nil {
			return fmt.Errorf("store take: %w", err)
		}
	}
}

func (r *Recorder) keepLevel(ctx context.Context) error {
	ticker := time.NewTicker(r.adjust)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		level, err := r.desk.Level(ctx)
		if err != nil {
			return fmt.Errorf("read level: %w", err)
		}
		if err := r.desk.Adjust(ctx, r.target-level); err != nil {
			return fmt.Errorf("adjust level: %w", err)
		}
	}
}
