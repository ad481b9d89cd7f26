// Package ok calls the visitors of a ferry office to the counter, from a list in Redis.
// The loop goes straight round again when the list was empty, which looks like a busy loop; but it
// is BLPOP that waits, five seconds each time. Only a failure needs a pause, and gets one.
package ok

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	popWait   = 5 * time.Second
	mostPause = 30 * time.Second
)

// Call shows a number at the counter.
type Call func(ctx context.Context, number string) error

// Counter takes numbers from the front of the list.
type Counter struct {
	rdb  *redis.Client
	list string
	call Call
	log  *slog.Logger
}

// NewCounter returns a Counter on the Redis server at addr. A number that was popped is gone, so
// the client itself repeats nothing.
func NewCounter(addr, list string, call Call, log *slog.Logger) *Counter {
	rdb := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1})
	return &Counter{rdb: rdb, list: list, call: call, log: log}
}

// Run calls numbers until ctx ends.
func (c *Counter) Run(ctx context.Context) error {
	defer c.rdb.Close()
	failures := 0
	for ctx.Err() == nil {
		popped, err := c.rdb.BLPop(ctx, popWait, c.list).Result()
		if errors.Is(err, redis.Nil) {
			failures = 0
			continue
		}
		if err != nil {
			failures++
			d := min(time.Second<<min(failures-1, 5), mostPause)
			d = d/2 + rand.N(d/2)
			c.log.Warn("list not read", "list", c.list, "next", d, "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(d):
			}
			continue
		}
		failures = 0
		number := popped[1]
		if err := c.call(ctx, number); err != nil {
			c.log.Error("visitor not called", "number", number, "err", err)
		}
	}
	return ctx.Err()
}
