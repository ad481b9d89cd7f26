// Package cache opens the Redis client of the service.
package cache

import (
	"time"

	"github.com/redis/go-redis/v9"
)

// Open returns a client with the limits that hold throughout the service.
func Open(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr:                  addr,
		DialTimeout:           2 * time.Second,
		ReadTimeout:           time.Second,
		WriteTimeout:          time.Second,
		MaxRetries:            -1, // callers repeat
		ContextTimeoutEnabled: true,
	})
}
