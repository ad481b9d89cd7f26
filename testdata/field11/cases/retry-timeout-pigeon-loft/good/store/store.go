// Package store opens the Redis server that the stations write to. Who reads from it repeats a
// failed command where that is wanted; the client itself does not.
package store

import (
	"time"

	"github.com/redis/go-redis/v9"
)

// Open returns a client of the server at addr.
func Open(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr:                  addr,
		DialTimeout:           time.Second,
		ReadTimeout:           time.Second,
		WriteTimeout:          time.Second,
		ContextTimeoutEnabled: true,
		DialerRetries:         1,
		MaxRetries:            -1,
	})
}
