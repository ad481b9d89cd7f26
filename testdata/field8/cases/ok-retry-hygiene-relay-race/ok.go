// Package ok keeps asking a stadium's clock for the splits of a relay, lap by lap.
// context.Canceled is answered with another try, which is mostly wrong: but what is cancelled here is the context of a lap, as
// soon as the next one begins; the caller's own context is asked first and ends the loop.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

const (
	maxFailures = 6
	pause       = 300 * time.Millisecond
)

// Lap is one lap; its context ends when the next begins.
type Lap struct {
	Number int
	Ctx    context.Context
}

// Track knows which lap is being run. Lap waits for one that comes after the given number.
type Track interface {
	Lap(ctx context.Context, after int) (Lap, error)
	Laps() int
}

// Clock gives the splits of a lap; the call blocks until the first runner is through.
type Clock interface {
	Splits(ctx context.Context, lap int) ([]time.Duration, error)
}

// Reporter hands splits on.
type Reporter struct {
	track Track
	clock Clock
	show  func(lap int, splits []time.Duration)
	log   *slog.Logger
}

// Run returns when all laps have been shown.
func (r *Reporter) Run(ctx context.Context) error {
	failures := 0
	for shown := 0; shown < r.track.Laps(); {
		lap, err := r.track.Lap(ctx, shown)
		if err != nil {
			return fmt.Errorf("track: %w", err)
		}
		splits, err := r.splits(ctx, lap)
		switch {
		case err == nil:
			r.show(lap.Number, splits)
			shown, failures = lap.Number, 0
			continue
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, context.Canceled) && lap.Ctx.Err() != nil:
			r.log.Info("lap over before its splits", "lap", lap.Number)
			continue // in the lap that has begun, under its context
		}
		if failures++; failures == maxFailures {
			return fmt.Errorf("splits of lap %d: %w", lap.Number, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(failures)*pause + rand.N(pause)):
		}
	}
	return nil
}

// splits ends with the lap and with the caller.
func (r *Reporter) splits(ctx context.Context, lap Lap) ([]time.Duration, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(lap.Ctx, cancel)
	defer stop()
	return r.clock.Splits(ctx, lap.Number)
}
