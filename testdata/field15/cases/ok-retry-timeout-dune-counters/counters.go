// Package counters reads how many walkers passed the counting posts in the dunes.
// The Redis client is told not to repeat commands; reads are repeated here, and only here.
package counters

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	readTimeout = 800 * time.Millisecond
	readTries   = 4
	totalBudget = 8 * time.Second
)

// Posts reads counting posts.
type Posts struct {
	rdb *redis.Client
}

// New connects to the server at addr.
func New(addr string) *Posts {
	return &Posts{rdb: redis.NewClient(&redis.Options{
		Addr:                  addr,
		DialTimeout:           readTimeout,
		DialerRetries:         1,
		ReadTimeout:           readTimeout,
		WriteTimeout:          readTimeout,
		PoolTimeout:           readTimeout,
		MaxRetries:            -1,
		ContextTimeoutEnabled: true,
	})}
}

// Walkers returns the count of a post on a day; a post without walkers has none.
func (p *Posts) Walkers(ctx context.Context, post string, day time.Time) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, totalBudget)
	defer cancel()
	key := "dunes:" + post + ":" + day.Format(time.DateOnly)
	for try := 1; ; try++ {
		n, err := p.read(ctx, key)
		if err == nil {
			return n, nil
		}
		var refused redis.Error
		if try == readTries || ctx.Err() != nil || errors.As(err, &refused) {
			return 0, fmt.Errorf("walkers at %s: %w", post, err)
		}
		select {
		case <-time.After(time.Duration(try)*100*time.Millisecond + rand.N(100*time.Millisecond)):
		case <-ctx.Done():
			return 0, errors.Join(err, ctx.Err())
		}
	}
}

func (p *Posts) read(ctx context.Context, key string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	n, err := p.rdb.Get(ctx, key).Int64()
	if errors.Is(err, redis.Nil) {
		return 0, nil
	}
	return n, err
}
