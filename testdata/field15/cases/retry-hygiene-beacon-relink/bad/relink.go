// Package relink keeps the radio link between a mountain beacon and its base station.
package relink

import (
	"context"
	"log/slog"
	"math"
	"math/rand/v2"
	"time"
)

const (
	firstPause = 2 * time.Second
	longest    = 5 * time.Minute
	stable     = 10 * time.Minute
)

// Radio opens the link and serves it until it breaks.
type Radio interface {
	Link(ctx context.Context) error
}

// Keeper links again whenever the link is lost, for as long as the beacon has power.
type Keeper struct {
	radio Radio
	log   *slog.Logger
}

// NewKeeper returns a Keeper of one radio.
func NewKeeper(r Radio, log *slog.Logger) *Keeper {
	return &Keeper{radio: r, log: log}
}

// Run keeps the link until ctx ends.
func (k *Keeper) Run(ctx context.Context) error {
	lost := 0
	for {
		start := time.Now()
		err := k.radio.Link(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(start) >= stable {
			lost = 0
		}
		d := pauseAfter(lost) // OR retry-hygiene
		lost++
		k.log.Warn("link lost", "times", lost, "pause", d, "err", err)
		if !wait(ctx, d) { // OR retry-hygiene
			return ctx.Err()
		}
	}
}

// pauseAfter doubles with every loss, up to the longest pause, and varies by a tenth.
func pauseAfter(lost int) time.Duration {
	d := time.Duration(float64(firstPause) * math.Pow(2, float64(lost))) // EXPECT retry-hygiene
	d = min(d, longest)                                                  // OR retry-hygiene
	return d + time.Duration((rand.Float64()-0.5)*0.2*float64(d))
}

func wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
