// Package bad tunes pianos with a few shared strobe meters. Checking a meter out waits
// on a channel until somebody gives one back; the caller's context, two calls above,
// has no part in that.
package bad

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
func (b *Bench) with(f func(Meter) error) error {
	m := b.checkout() // OR ignored-done
	defer func() {
		m.Reset()
		b.free <- m
	}()
	return f(m)
}

func (b *Bench) checkout() Meter {
	m := <-b.free // EXPECT ignored-done
	return m
}

// Tuner judges pianos.
type Tuner struct {
	bench  *Bench
	perKey time.Duration
}

// Worst returns the key that is most out of tune.
func (t *Tuner) Worst(ctx context.Context, keys []int) (worst int, err error) {
	var off float64
	err = t.bench.with(func(m Meter) error { // OR ignored-done
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
