// Package replaced keeps cancel functions in maps.
package replaced

import (
	"context"
	"sync"
	"time"
)

type kennel struct {
	mu    sync.Mutex
	stops map[string]context.CancelFunc
	last  int
	ids   map[int]context.CancelFunc
}

func look(ctx context.Context, dog string) {
	for {
		select {
		case <-time.After(time.Second):
			println(dog)
		case <-ctx.Done():
			return
		}
	}
}

func (k *kennel) Watch(ctx context.Context, dog string) {
	ctx, cancel := context.WithCancel(ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stops[dog] = cancel // want `a second call for the same dog puts its cancel function over that of the first`
	go look(ctx, dog)
}

// The one before is ended.
func (k *kennel) Instead(ctx context.Context, dog string) {
	ctx, cancel := context.WithCancel(ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	if stop, ok := k.stops[dog]; ok {
		stop()
	}
	k.stops[dog] = cancel
	go look(ctx, dog)
}

// A method ends it.
func (k *kennel) Leave(dog string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if stop, ok := k.stops[dog]; ok {
		stop()
		delete(k.stops, dog)
	}
}

func (k *kennel) Again(ctx context.Context, dog string) {
	k.Leave(dog)
	ctx, cancel := context.WithCancel(ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stops[dog] = cancel
	go look(ctx, dog)
}

// A number of its own for each call.
func (k *kennel) Numbered(ctx context.Context, dog string) int {
	ctx, cancel := context.WithCancel(ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last++
	id := k.last
	k.ids[id] = cancel
	go look(ctx, dog)
	return id
}

// All calls are in sight, and may be for different ones.
func (k *kennel) all(ctx context.Context, dogs []string) {
	for _, d := range dogs {
		k.one(ctx, d)
	}
}

func (k *kennel) one(ctx context.Context, dog string) {
	ctx, cancel := context.WithCancel(ctx)
	k.stops[dog] = cancel
	go look(ctx, dog)
}

// Nothing goes on under it.
func (k *kennel) Note(ctx context.Context, dog string) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	k.stops[dog] = cancel
	return ctx
}
