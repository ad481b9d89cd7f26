// Package bad keeps values for a limited time. A sweeper throws out what has expired and
// takes orders to drop single keys.
package bad

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

type entry[V any] struct {
	value   V
	expires time.Time
}

// Cache is a map whose entries expire.
type Cache[K comparable, V any] struct {
	ttl   time.Duration
	every time.Duration
	log   *slog.Logger

	mu      sync.RWMutex
	entries map[K]entry[V]
	drops   chan K
}

// New returns an empty cache; Run must be started to have it swept.
func New[K comparable, V any](ttl, every time.Duration, log *slog.Logger) *Cache[K, V] {
	return &Cache[K, V]{
		ttl:     ttl,
		every:   every,
		log:     log,
		entries: make(map[K]entry[V]),
		drops:   make(chan K, 32),
	}
}

// Put stores a value.
func (c *Cache[K, V]) Put(key K, value V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries[key] = entry[V]{value: value, expires: time.Now().Add(c.ttl)}
}

// Get returns a value that has not expired.
func (c *Cache[K, V]) Get(key K) (V, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	e, ok := c.entries[key]
	if !ok || time.Now().After(e.expires) {
		var zero V
		return zero, false
	}
	return e.value, true
}

// Run sweeps until ctx ends.
func (c *Cache[K, V]) Run(ctx context.Context) {
	ticker := time.NewTicker(c.every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done(): // OR ignored-done
			c.log.Debug("cache sweeper stops", "reason", context.Cause(ctx))
			break // EXPECT ignored-done
		case key := <-c.drops:
			c.mu.Lock()
			delete(c.entries, key)
			c.mu.Unlock()
		case now := <-ticker.C:
			c.sweep(now)
		}
	}
}

// Drop asks the sweeper to forget a key; under load the key just expires.
func (c *Cache[K, V]) Drop(key K) {
	select {
	case c.drops <- key:
	default:
	}
}

func (c *Cache[K, V]) sweep(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, e := range c.entries {
		if now.After(e.expires) {
			delete(c.entries, key)
		}
	}
}
