// Package ok buys oysters. The assay of a sample is started early and its result may never be
// asked for. Nothing is left behind then: the goroutine works under a limited context, sends
// into a channel that has room for its one result, and cancels its own context at the end.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrTooDear says that the price is above the limit.
var ErrTooDear = errors.New("price is above the limit")

type outcome[T any] struct {
	value T
	err   error
}

// Pending is a result that is being worked on.
type Pending[T any] struct {
	ready chan outcome[T]
}

// Start begins to work on a result; the work ends with ctx or after limit.
func Start[T any](ctx context.Context, limit time.Duration, work func(context.Context) (T, error)) *Pending[T] {
	p := &Pending[T]{ready: make(chan outcome[T], 1)}
	ctx, cancel := context.WithTimeout(ctx, limit)
	go func() {
		defer cancel()
		value, err := work(ctx)
		p.ready <- outcome[T]{value: value, err: err}
	}()
	return p
}

// Await waits for the result. It may be called once.
func (p *Pending[T]) Await(ctx context.Context) (T, error) {
	select {
	case o := <-p.ready:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// Laboratory examines samples.
type Laboratory interface {
	Salinity(ctx context.Context, sample string) (float64, error)
}

// Market knows prices.
type Market interface {
	Price(ctx context.Context, bed string) (cents int, err error)
}

// Buyer decides what to buy.
type Buyer struct {
	lab      Laboratory
	market   Market
	assay    time.Duration
	maxCents int
}

// Offer is a crate that may be bought.
type Offer struct {
	Bed    string
	Sample string
}

// Wants reports whether the offer is good enough.
func (b *Buyer) Wants(ctx context.Context, o Offer) (bool, error) {
	assay := Start(ctx, b.assay, func(ctx context.Context) (float64, error) {
		return b.lab.Salinity(ctx, o.Sample)
	})
	cents, err := b.market.Price(ctx, o.Bed)
	if err != nil {
		return false, fmt.Errorf("price of %s: %w", o.Bed, err)
	}
	if cents > b.maxCents {
		return false, ErrTooDear
	}
	salinity, err := assay.Await(ctx)
	if err != nil {
		return false, fmt.Errorf("assay of %s: %w", o.Sample, err)
	}
	return salinity > 18 && salinity < 35, nil
}
