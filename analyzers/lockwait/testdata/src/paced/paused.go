package paced

import (
	"context"
	"sync"
	"time"
)

type probe struct {
	mu sync.Mutex
	ok bool
}

func (b *probe) ready(ctx context.Context) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ok
}

// The end of its own context ends the pause, not that of those who wait.
func (b *probe) warm(ctx context.Context) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-time.After(5 * time.Second): // want `b.mu, taken at paused.go:\d+, is held across a pause of 5s`
		b.ok = true
	case <-ctx.Done():
	}
}

func (b *probe) warmTimer(ctx context.Context) {
	t := time.NewTimer(5 * time.Second)
	defer t.Stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-ctx.Done():
	case <-t.C: // want `b.mu, taken at paused.go:\d+, is held across a pause of 5s`
		b.ok = true
	}
}

// It is given back before.
func (b *probe) warmFree(ctx context.Context) {
	b.mu.Lock()
	b.ok = false
	b.mu.Unlock()
	select {
	case <-time.After(5 * time.Second):
	case <-ctx.Done():
	}
	b.mu.Lock()
	b.ok = true
	b.mu.Unlock()
}

// Short, of a length that is not known, or something else is waited for.
func (b *probe) others(ctx context.Context, d time.Duration, news chan int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-time.After(10 * time.Millisecond):
	case <-ctx.Done():
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	select {
	case <-time.After(5 * time.Second):
	case <-news:
	case <-ctx.Done():
	}
	select {
	case <-time.After(5 * time.Second):
	default:
	}
}
