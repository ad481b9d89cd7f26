// Package ok holds a cabin for a ranger by a key in Redis that is renewed all the time. When
// the context ends the key must go, so that the next ranger need not wait for it to lapse:
// the last call cannot run under a context that is over and gets a short one of its own.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	lapse      = 30 * time.Second
	renewEvery = 10 * time.Second
	leaveLimit = 3 * time.Second
)

// ErrTaken says that somebody else has the cabin.
var ErrTaken = errors.New("cabin is taken")

// drop deletes the key if it is still ours.
var drop = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// renew lengthens the key if it is still ours.
var renew = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE", KEYS[1], ARGV[2]) end return 0`)

// Cabins hands out cabins.
type Cabins struct {
	rdb redis.UniversalClient
	log *slog.Logger
}

// Stay takes the cabin and keeps it until ctx ends or it is lost.
func (c *Cabins) Stay(ctx context.Context, cabin, ranger string) error {
	key := "cabin:" + cabin
	free, err := c.rdb.SetNX(ctx, key, ranger, lapse).Result()
	if err != nil {
		return fmt.Errorf("take cabin %s: %w", cabin, err)
	}
	if !free {
		return ErrTaken
	}
	defer c.leave(key, ranger)

	ticker := time.NewTicker(renewEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
		kept, err := renew.Run(ctx, c.rdb, []string{key}, ranger, lapse.Milliseconds()).Int()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("keep cabin %s: %w", cabin, err)
		}
		if kept == 0 {
			return ErrTaken
		}
	}
}

// leave gives the cabin back, for a short time and whatever became of the stay.
func (c *Cabins) leave(key, ranger string) {
	ctx, cancel := context.WithTimeout(context.Background(), leaveLimit)
	defer cancel()
	if err := drop.Run(ctx, c.rdb, []string{key}, ranger).Err(); err != nil {
		c.log.WarnContext(ctx, "cabin not given back, it will lapse", "key", key, "err", err)
	}
}
