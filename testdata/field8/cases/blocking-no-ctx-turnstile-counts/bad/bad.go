// Package bad limits how often a season ticket may pass a turnstile. The middleware works on a
// Counter, whose methods have no context; the Redis counter behind it makes up one of its own
// for every request, so a slow Redis is waited for although the visitor's request has ended.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

// Counter counts passes of a ticket in a window of time.
type Counter interface {
	Hit(ticket string, window time.Time) (int64, error)
}

type redisCounter struct {
	rdb  *redis.Client
	keep time.Duration
}

// NewRedisCounter counts in the Redis at addr. A lost answer is not asked for again: a pass
// would be counted twice.
func NewRedisCounter(addr string, keep time.Duration) Counter {
	return &redisCounter{rdb: redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1}), keep: keep}
}

func (c *redisCounter) Hit(ticket string, window time.Time) (int64, error) {
	key := "pass:" + ticket + ":" + strconv.FormatInt(window.Unix(), 36)
	ctx := context.Background() // OR blocking-no-ctx
	var count *redis.IntCmd
	_, err := c.rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error { // EXPECT blocking-no-ctx
		count = pipe.Incr(ctx, key) // OR blocking-no-ctx
		pipe.ExpireNX(ctx, key, c.keep)
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("count pass: %w", err)
	}
	return count.Val(), nil
}

// Gate lets a ticket pass at most Limit times in a Window.
type Gate struct {
	Limit   int64
	Window  time.Duration
	Counter Counter
	Log     *slog.Logger
}

// Guard wraps what is behind the turnstile.
func (g *Gate) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ticket := r.Header.Get("X-Ticket")
		if ticket == "" {
			http.Error(w, "no ticket", http.StatusUnauthorized)
			return
		}
		passes, err := g.Counter.Hit(ticket, time.Now().Truncate(g.Window)) // OR blocking-no-ctx
		if err != nil {
			g.Log.WarnContext(r.Context(), "open gate", "err", err)
			next.ServeHTTP(w, r)
			return
		}
		if passes > g.Limit {
			http.Error(w, "come back later", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}
