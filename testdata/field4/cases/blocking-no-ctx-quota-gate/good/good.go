// Package good counts requests per API key in Redis and turns away keys that are over their quota.
package good

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/gomodule/redigo/redis"
)

// NewPool returns a pool of at most size connections; callers wait for a free one.
func NewPool(addr string, size int) *redis.Pool {
	return &redis.Pool{
		MaxActive:   size,
		MaxIdle:     size,
		IdleTimeout: 4 * time.Minute,
		Wait:        true,
		DialContext: func(ctx context.Context) (redis.Conn, error) {
			return redis.DialContext(ctx, "tcp", addr,
				redis.DialConnectTimeout(time.Second),
				redis.DialReadTimeout(time.Second),
				redis.DialWriteTimeout(time.Second))
		},
	}
}

var count = redis.NewScript(1, `
	local n = redis.call("INCR", KEYS[1])
	if n == 1 then redis.call("EXPIRE", KEYS[1], ARGV[1]) end
	return n`)

const gateLimit = 500 * time.Millisecond

// Gate is a middleware with a quota per key and minute.
type Gate struct {
	pool  *redis.Pool
	quota int
	log   *slog.Logger
}

func (g *Gate) used(ctx context.Context, key string, now time.Time) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, gateLimit)
	defer cancel()
	conn, err := g.pool.GetContext(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	slot := "quota:" + key + ":" + strconv.FormatInt(now.Unix()/60, 10)
	return redis.Int(count.DoContext(ctx, conn, slot, 120))
}

// Wrap puts the gate in front of a handler. When Redis is in trouble the gate is open.
func (g *Gate) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("X-Api-Key")
		if key == "" {
			http.Error(w, "API key missing", http.StatusUnauthorized)
			return
		}
		n, err := g.used(r.Context(), key, time.Now())
		if err != nil {
			g.log.WarnContext(r.Context(), "quota unknown", "err", err)
		}
		if n > g.quota {
			w.Header().Set("Retry-After", "60")
			http.Error(w, "quota used up", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}
