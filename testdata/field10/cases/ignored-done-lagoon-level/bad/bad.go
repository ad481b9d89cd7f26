// Package bad waits until the water of a lagoon is low enough for a ferry. The sampler
// goroutine gets the caller's context, which is that of the whole pier, instead of the one
// that ends with the wait: each wait leaves a sampler behind, stuck in its send.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// ErrTooLong says that the water did not fall in time.
var ErrTooLong = errors.New("water stays too high")

// Gauge reads the water level in centimetres.
type Gauge interface {
	Level(ctx context.Context) (int, error)
}

// Lagoon watches one gauge.
type Lagoon struct {
	gauge Gauge
	every time.Duration
	log   *slog.Logger
}

// Ferry wants to leave once the water is at most Draught.
type Ferry struct {
	Name    string
	Draught int
}

// Pier lets ferries go, one after the other, until ctx ends.
func (l *Lagoon) Pier(ctx context.Context, ferries <-chan Ferry, patience time.Duration) error {
	for {
		select {
		case f := <-ferries:
			err := l.AwaitLow(ctx, f.Draught, patience)
			switch {
			case errors.Is(err, ErrTooLong):
				l.log.WarnContext(ctx, "ferry stays", "ferry", f.Name)
			case err != nil:
				return fmt.Errorf("ferry %s: %w", f.Name, err)
			default:
				l.log.InfoContext(ctx, "ferry goes", "ferry", f.Name)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// AwaitLow returns when the level is at most limit.
func (l *Lagoon) AwaitLow(ctx context.Context, limit int, patience time.Duration) error {
	waitCtx, cancel := context.WithTimeout(ctx, patience) // OR ignored-done
	defer cancel()

	levels := make(chan int)
	go l.sample(ctx, levels) // EXPECT ignored-done
	for {
		select {
		case level := <-levels:
			if level <= limit {
				return nil
			}
		case <-waitCtx.Done():
			if err := ctx.Err(); err != nil {
				return err
			}
			return ErrTooLong
		}
	}
}

func (l *Lagoon) sample(ctx context.Context, levels chan<- int) {
	ticker := time.NewTicker(l.every)
	defer ticker.Stop()
	for {
		level, err := l.gauge.Level(ctx)
		if err != nil {
			l.log.WarnContext(ctx, "read gauge", "err", err)
		} else {
			select {
			case levels <- level: // OR ignored-done
			case <-ctx.Done():
				return
			}
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}
