// Package sessions keeps the state of captive-portal logins in memory.
package sessions

import (
	"context"
	"sync"
	"time"
)

type entry[V any] struct {
	value   V
	expires time.Time
}

// Table holds values for a limited time.
type Table[V any] struct {
	ttl time.Duration

	mu      sync.RWMutex
	entries map[string]entry[V]
	expired func(key string, value V)
}

// NewTable returns a table that forgets values after ttl. Entries are removed until ctx ends.
func NewTable[V any](ctx context.Context, ttl time.Duration, expired func(string, V)) *Table[V] {
	t := &Table[V]{ttl: ttl, entries: make(map[string]entry[V]), expired: expired}
	go t.reap(ctx)
	return t
}

// Put stores a value.
func (t *Table[V]) Put(key string, value V) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entries[key] = entry[V]{value: value, expires: time.Now().Add(t.ttl)}
}

// Get returns a value that has not expired.
func (t *Table[V]) Get(key string) (V, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	e, ok := t.entries[key]
	if !ok || time.Now().After(e.expires) {
		var none V
		return none, false
	}
	return e.value, true
}

func (t *Table[V]) reap(ctx context.Context) {
	ticker := time.NewTicker(t.ttl / 4)
	defer ticker.Stop()
	for {
		select {
		case now := <-ticker.C:
			for key, e := range t.sweep(now) {
				t.expired(key, e.value)
			}
		case <-ctx.Done():
			return
		}
	}
}

func (t *Table[V]) sweep(now time.Time) map[string]entry[V] {
	t.mu.Lock()
	defer t.mu.Unlock()
	gone := make(map[string]entry[V])
	for key, e := range t.entries {
		if now.After(e.expires) {
			gone[key] = e
			delete(t.entries, key)
		}
	}
	return gone
}
