// Package telemetry gathers the meter values of charging points and stores them in batches.
package telemetry

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

const (
	batchSize  = 200
	flushEvery = 3 * time.Second
)

// ErrClosed is returned by Add after Close.
var ErrClosed = errors.New("batcher is closed")

// Value is one reading of a meter.
type Value struct {
	Charger string
	WattHrs int64
	At      time.Time
}

// Sink stores values.
type Sink interface {
	Store(ctx context.Context, values []Value) error
}

// Batcher puts values together.
type Batcher struct {
	sink   Sink
	in     chan Value
	cancel context.CancelFunc
	ctx    context.Context
	wg     sync.WaitGroup
	log    *slog.Logger
}

// NewBatcher starts a batcher that runs until Close.
func NewBatcher(sink Sink, log *slog.Logger) *Batcher {
	b := &Batcher{sink: sink, in: make(chan Value), log: log}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	b.wg.Go(b.run)
	return b
}

// Add hands in one value.
func (b *Batcher) Add(ctx context.Context, v Value) error {
	select {
	case b.in <- v:
		return nil
	case <-b.ctx.Done():
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close stores what is still in hand and stops the batcher.
func (b *Batcher) Close() {
	b.cancel()
	b.wg.Wait()
}

func (b *Batcher) run() {
	tick := time.NewTicker(flushEvery)
	defer tick.Stop()
	var batch []Value
	for {
		select {
		case v := <-b.in:
			if batch = append(batch, v); len(batch) < batchSize {
				continue
			}
		case <-tick.C:
		case <-b.ctx.Done():
			b.flush(b.ctx, batch) // EXPECT ignored-done
			return
		}
		b.flush(b.ctx, batch)
		batch = nil
	}
}

func (b *Batcher) flush(ctx context.Context, batch []Value) {
	if len(batch) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := b.sink.Store(ctx, batch); err != nil { // OR ignored-done
		b.log.Error("meter values lost", "values", len(batch), "err", err)
	}
}
