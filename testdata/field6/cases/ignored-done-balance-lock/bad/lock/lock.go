// Package lock has locks that all replicas see.
package lock

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

const ttl = 5 * time.Minute

// ErrTaken is returned when somebody else has the lock.
var ErrTaken = errors.New("lock is taken")

var release = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

// Locker takes locks.
type Locker struct{ rdb *redis.Client }

// NewLocker returns a locker.
func NewLocker(rdb *redis.Client) *Locker { return &Locker{rdb: rdb} }

// Held is a lock that was taken.
type Held struct {
	rdb   *redis.Client
	key   string
	owner string
}

// Take takes the lock of that name unless somebody has it.
func (l *Locker) Take(ctx context.Context, name string) (*Held, error) {
	h := &Held{rdb: l.rdb, key: "lock:" + name, owner: rand.Text()}
	ok, err := l.rdb.SetNX(ctx, h.key, h.owner, ttl).Result()
	if err != nil {
		return nil, fmt.Errorf("take %s: %w", name, err)
	}
	if !ok {
		return nil, ErrTaken
	}
	return h, nil
}

// Release gives the lock back.
func (h *Held) Release(ctx context.Context) error {
	return release.Run(ctx, h.rdb, []string{h.key}, h.owner).Err() // EXPECT ignored-done
}
