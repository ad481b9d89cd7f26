package redis

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type cache struct {
	slow, fast, heeds, given *redis.Client
}

func open(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: addr, ReadTimeout: 2 * time.Second})
}

func newCache(given *redis.Client) *cache {
	return &cache{
		slow:  open("slow"),
		fast:  redis.NewClient(&redis.Options{ReadTimeout: 80 * time.Millisecond}),
		heeds: redis.NewClient(&redis.Options{ReadTimeout: 2 * time.Second, ContextTimeoutEnabled: true}),
		given: given,
	}
}

func (c *cache) page(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 900*time.Millisecond)
	defer cancel()
	return c.slow.Get(ctx, "page").Result()
}

// The shortest of them is reported, for all.
func (c *cache) seat(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	return c.slow.Get(ctx, "seat").Result() // want `this call gets 100ms, by the deadline set at redis.go:\d+, but its client does not look at deadlines .* holds it for 2s, set at redis.go:15`
}

// The client's own limit is shorter.
func (c *cache) quick(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	return c.fast.Get(ctx, "seat").Result()
}

// This one looks at deadlines.
func (c *cache) heeded(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	return c.heeds.Get(ctx, "seat").Result()
}

// How this one is made is not in sight.
func (c *cache) unknown(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	return c.given.Get(ctx, "seat").Result()
}
