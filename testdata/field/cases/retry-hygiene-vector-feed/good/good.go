// Package good follows the changes of a vector database for ever.
// The cap is applied while the pause is still a floating-point number, so it always fits.
package good

import (
	"context"
	"log/slog"
	"math"
	"math/rand/v2"
	"time"
)

// Config tunes the pauses.
type Config struct {
	Base   time.Duration
	Max    time.Duration
	Factor float64
}

// Stream yields changes until it breaks.
type Stream func(ctx context.Context, since uint64, each func(seq uint64)) error

// Feed follows one stream.
type Feed struct {
	cfg    Config
	stream Stream
	log    *slog.Logger
}

// NewFeed follows stream with pauses from half a second to a minute.
func NewFeed(stream Stream, log *slog.Logger) *Feed {
	return &Feed{cfg: Config{Base: 500 * time.Millisecond, Max: time.Minute, Factor: 2}, stream: stream, log: log}
}

// Run calls each for every change until ctx ends.
func (f *Feed) Run(ctx context.Context, since uint64, each func(seq uint64)) error {
	for failures := 0; ; failures++ {
		err := f.stream(ctx, since, func(seq uint64) {
			since, failures = seq, 0
			each(seq)
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		pause := f.pause(failures)
		f.log.Warn("change stream broke", "since", since, "failures", failures, "pause", pause, "err", err)
		t := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

func (f *Feed) pause(failures int) time.Duration {
	d := time.Duration(min(float64(f.cfg.Base)*math.Pow(f.cfg.Factor, float64(failures)), float64(f.cfg.Max)))
	return d/2 + rand.N(d/2)
}
