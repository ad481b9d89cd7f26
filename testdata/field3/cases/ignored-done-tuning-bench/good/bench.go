// Package good tunes pianos with a few shared strobe meters. Checking a meter out ends
// when the caller's context does.
package good

import (
	"context"
	"fmt"
	"math"
	"time"
)

// Meter measures one string.
type Meter interface {
	Measure(ctx context.Context, key int) (cents float64, err error)
	Reset()
}

// Bench owns meters.
type Bench struct {
	free chan Meter
}

// NewBench makes a bench of meters.
func NewBench(ms ...Meter) *Bench {
	b := &Bench{free: make(chan Meter, len(ms))}
	for _, m := range ms {
		b.free <- m
	}
	return b
}

// with runs f with a meter.
func (b *Bench) with(ctx context.Context, f func(Meter) error) error {
	m, err := b.checkout(ctx)
	if err != nil {
		return err
	}
	defer func() {
		m.Reset()
		b.free <- m
	}()
	return f(m)
}

func (b *Bench) checkout(ctx context.Context) (Meter, error) {
	select {
	case m := <-b.free:
		return m, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for a meter: %w", ctx.Err())
	}
}

// Tuner judges pianos.
type Tuner struct {
	bench  *Bench
	perKey time.Duration
}

// Worst returns the key that is most out of tune.
func (t *Tuner) Worst(ctx context.Context, keys []int) (worst int, err error) {
	var off float64
	err = t.bench.with(ctx, func(m Meter) error {
		for _, k := range keys {
			cents, err := t.measure(ctx, m, k)
			if err != nil {
				return fmt.Errorf("key %d: %w", k, err)
			}
			if a := math.Abs(cents); a > off {
				worst, off = k, a
			}
		}
		return nil
	})
	return worst, err
}

func (t *Tuner) measure(ctx context.Context, m Meter, key int) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, t.perKey)
	defer cancel()
	return m.Measure(ctx, key)
}
