// Package ok lets the potters of a workshop use the kiln's settings one after the other, with a lock in Redis.
// A lock lives for three seconds and waiting for it may take thirty: not a limit that is too short for what is inside it,
// since the three seconds begin when the lock is taken, and what is done under it has only two.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

const (
	lockTTL      = 3 * time.Second
	workLimit    = 2 * time.Second
	waitLimit    = 30 * time.Second
	releaseLimit = time.Second
	pause        = 120 * time.Millisecond
)

// ErrTaken is returned when the lock was not free for the whole wait.
var ErrTaken = errors.New("kiln settings are in use")

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Kiln guards the settings of a kiln.
type Kiln struct {
	rdb *redis.Client
	key string
}

// New returns the guard of a kiln. The client makes each command once: a lock whose answer is lost runs out by itself.
func New(addr, kiln string) *Kiln {
	return &Kiln{key: "kiln:" + kiln, rdb: redis.NewClient(&redis.Options{
		Addr:                  addr,
		DialTimeout:           500 * time.Millisecond,
		ReadTimeout:           500 * time.Millisecond,
		WriteTimeout:          500 * time.Millisecond,
		MaxRetries:            -1,
		DialerRetries:         1,
		ContextTimeoutEnabled: true,
	})}
}

// Close closes the connection to Redis.
func (k *Kiln) Close() error { return k.rdb.Close() }

// With runs change while nobody else changes the settings.
func (k *Kiln) With(ctx context.Context, change func(context.Context) error) (err error) {
	token := uuid.NewString()
	taken, err := k.take(ctx, token)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithDeadline(ctx, taken.Add(workLimit))
	defer cancel()
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseLimit)
		defer cancel()
		if rerr := release.Run(ctx, k.rdb, []string{k.key}, token).Err(); rerr != nil {
			err = errors.Join(err, fmt.Errorf("release: %w", rerr)) // it runs out by itself
		}
	}()
	return change(ctx)
}

// take waits for the lock and returns a moment before it began.
func (k *Kiln) take(ctx context.Context, token string) (time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, waitLimit)
	defer cancel()
	for {
		began := time.Now()
		ok, err := k.rdb.SetNX(ctx, k.key, token, lockTTL).Result()
		if err != nil {
			return began, fmt.Errorf("take lock: %w", err)
		}
		if ok {
			return began, nil
		}
		t := time.NewTimer(pause + rand.N(pause))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return began, errors.Join(ErrTaken, ctx.Err())
		}
	}
}
