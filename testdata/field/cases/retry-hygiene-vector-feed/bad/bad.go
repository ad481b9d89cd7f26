// Package bad follows the changes of a vector database for ever.
// The pause is a power of two, made a Duration before the cap is applied. From the 35th failure on the
// product no longer fits, comes out negative, is the smaller of the two, and there is no pause at all.
package bad

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
		pause := f.pause(failures) // OR retry-hygiene
		f.log.Warn("change stream broke", "since", since, "failures", failures, "pause", pause, "err", err)
		t := time.NewTimer(pause) // OR retry-hygiene
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

func (f *Feed) pause(failures int) time.Duration {
	d := time.Duration(float64(f.cfg.Base) * math.Pow(f.cfg.Factor, float64(failures))) // EXPECT retry-hygiene
	d = min(d, f.cfg.Max)                                                               // OR retry-hygiene
	if d > 0 {
		d = d/2 + rand.N(d/2)
	}
	return d
}
