// Package flags reads feature flags from redis.
package flags

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/sethvargo/go-retry"
)

const (
	ioTimeout = 300 * time.Millisecond
	repeats   = 3
	total     = 6 * time.Second
)

// Store reads flags; the repeats are its own, with MaxRetries at -1 the client makes none.
type Store struct {
	rdb *redis.Client
}

// Open returns a Store.
func Open(addr string) *Store {
	return &Store{rdb: redis.NewClient(&redis.Options{
		Addr:          addr,
		MaxRetries:    -1,
		DialerRetries: 1,
		DialTimeout:   ioTimeout,
		ReadTimeout:   ioTimeout,
		WriteTimeout:  ioTimeout,
		PoolTimeout:   ioTimeout,
	})}
}

// Enabled reports whether a flag is on for a tenant.
func (s *Store) Enabled(ctx context.Context, tenant, flag string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, total)
	defer cancel()

	b := retry.WithMaxRetries(repeats, retry.WithJitter(20*time.Millisecond, retry.NewExponential(40*time.Millisecond)))
	var on bool
	err := retry.Do(ctx, b, func(ctx context.Context) error {
		v, err := s.rdb.HGet(ctx, "flags:"+tenant, flag).Bool()
		var ne net.Error
		switch {
		case errors.Is(err, redis.Nil):
			on = false
			return nil
		case ctx.Err() == nil && errors.As(err, &ne):
			return retry.RetryableError(err)
		}
		on = v
		return err
	})
	if err != nil {
		return false, fmt.Errorf("flag %s of %s: %w", flag, tenant, err)
	}
	return on, nil
}
