// Package hygiene has delays that lose their random part, end, or overflow.
package hygiene

import (
	"context"
	"errors"
	"math/rand"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type backOff struct {
	min, max time.Duration
	n        int
}

func (b *backOff) next() time.Duration {
	d := min(b.min<<min(b.n, 12), b.max)
	d += time.Duration(0.4 * rand.Float64() * float64(d))
	return min(d, b.max) // want `the random part is added to a delay that is capped already`
}

const longest = time.Minute

func after(n int) time.Duration {
	d := time.Second << min(n, 10)
	if d > longest {
		d = longest
	}
	d = d + time.Duration(rand.Int63n(int64(time.Second)))
	if d > longest { // want `the random part is added to a delay that is capped already`
		return longest
	}
	return d
}

// The random part may be below zero.
func (b *backOff) around() time.Duration {
	d := min(b.min<<min(b.n, 12), b.max)
	d += time.Duration((rand.Float64() - 0.5) * float64(d))
	return min(d, b.max)
}

func (b *backOff) below() time.Duration {
	d := min(b.min<<min(b.n, 12), b.max)
	d -= time.Duration(rand.Float64() * float64(d) / 3)
	return min(d, b.max)
}

// The other limit is the caller's.
func (b *backOff) within(rest time.Duration) time.Duration {
	d := min(b.min<<min(b.n, 12), b.max)
	d += time.Duration(rand.Float64() * float64(d))
	return min(d, rest)
}

func (b *backOff) once() time.Duration {
	d := b.min << min(b.n, 12)
	d += time.Duration(rand.Float64() * float64(d))
	return min(d, b.max)
}

type broker interface {
	Send(ctx context.Context, s string) error
	Pop(ctx context.Context, wait time.Duration) (string, error)
}

func login(ctx context.Context, b broker) {
	exp := backoff.NewExponentialBackOff(backoff.WithInitialInterval(time.Second))
	for {
		var next time.Duration
		if err := b.Send(ctx, "x"); err != nil {
			next = exp.NextBackOff() // want `then NextBackOff gives -1`
		} else {
			exp.Reset()
			next = time.Minute
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(next):
		}
	}
}

func endless(ctx context.Context, b broker) {
	exp := backoff.NewExponentialBackOff(backoff.WithInitialInterval(time.Second), backoff.WithMaxElapsedTime(0))
	for b.Send(ctx, "x") != nil {
		select {
		case <-ctx.Done():
			return
		case <-time.After(exp.NextBackOff()):
		}
	}
}

func switches(ctx context.Context, b broker) {
	exp := backoff.NewExponentialBackOff(backoff.WithInitialInterval(time.Second))
	for b.Send(ctx, "x") != nil {
		next := exp.NextBackOff()
		switch next {
		case backoff.Stop:
			return
		}
		time.Sleep(next)
	}
}

func atLeast(ctx context.Context, b broker) {
	exp := backoff.NewExponentialBackOff(backoff.WithInitialInterval(time.Second))
	for b.Send(ctx, "x") != nil {
		time.Sleep(max(exp.NextBackOff(), time.Second))
	}
}

type letter struct{ returns, tries uint32 }

type policy interface{ Next(n uint32) time.Duration }

type doubling struct{ max time.Duration }

func (p doubling) Next(n uint32) time.Duration {
	d := time.Second << n // want `overflows once n is large enough`
	if d > p.max {
		return p.max
	}
	return d
}

type bounded struct{ max time.Duration }

func (p bounded) Next(n uint32) time.Duration {
	if n > 20 {
		return p.max
	}
	return min(time.Second<<n, p.max)
}

type table struct{ policy, few policy }

func newTable() *table {
	return &table{policy: doubling{time.Hour}, few: bounded{time.Hour}}
}

func (t *table) back(l letter, again func()) {
	l.returns++
	time.AfterFunc(t.policy.Next(l.returns), again)
	time.AfterFunc(t.few.Next(l.returns), again)
}

var errNone = errors.New("none")

// The pop waits by itself.
func pops(ctx context.Context, b broker, limit time.Duration) error {
	for {
		s, err := b.Pop(ctx, limit)
		switch {
		case errors.Is(err, errNone):
			continue
		case err != nil:
			return err
		}
		println(s)
	}
}
