// Package good sends sightings of gulls in batches from a background goroutine. Close tells the
// goroutine to stop by closing a channel; the rest is sent while its context is alive.
package good

import (
	"context"
	"sync"
	"time"
)

// Sighting is one gull.
type Sighting struct {
	Ring string
	At   time.Time
}

// Send sends a batch.
type Send func(ctx context.Context, batch []Sighting) error

// Batcher collects sightings.
type Batcher struct {
	ctx     context.Context
	cancel  context.CancelFunc
	send    Send
	limit   time.Duration
	wake    chan struct{}
	closing chan struct{}
	once    sync.Once
	idle    sync.WaitGroup

	mu      sync.Mutex
	pending []Sighting
	err     error
}

// NewBatcher starts a batcher that lives as long as parent, at most until Close.
func NewBatcher(parent context.Context, send Send, limit time.Duration) *Batcher {
	ctx, cancel := context.WithCancel(parent)
	b := &Batcher{ctx: ctx, cancel: cancel, send: send, limit: limit, wake: make(chan struct{}, 1)}
	b.closing = make(chan struct{})
	b.idle.Add(1)
	go b.loop()
	return b
}

// Add takes one sighting.
func (b *Batcher) Add(s Sighting) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pending = append(b.pending, s)
	select {
	case b.wake <- struct{}{}:
	default:
	}
	return b.err
}

func (b *Batcher) loop() {
	defer b.idle.Done()
	for {
		select {
		case <-b.wake:
			b.flush()
		case <-b.closing:
			b.flush()
			return
		case <-b.ctx.Done():
			return
		}
	}
}

func (b *Batcher) flush() {
	b.mu.Lock()
	batch := b.pending
	b.pending = nil
	b.mu.Unlock()
	if len(batch) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(b.ctx, b.limit)
	defer cancel()
	if err := b.send(ctx, batch); err != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.err = err
	}
}

// Close sends what is left and returns the last error.
func (b *Batcher) Close() error {
	b.once.Do(func() { close(b.closing) })
	b.idle.Wait()
	b.cancel()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}
