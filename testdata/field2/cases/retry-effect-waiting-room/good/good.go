// Package good puts patients into a waiting room kept in Redis. The room is a sorted set of
// patients by arrival, and adding one that is there changes nothing.
package good

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/sethvargo/go-retry"
)

// Room is a waiting room.
type Room struct {
	rdb redis.UniversalClient
	key string
}

// Open returns a room on a client that does not retry by itself.
func Open(addr, ward string) *Room {
	rdb := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1, ReadTimeout: 2 * time.Second})
	return &Room{rdb: rdb, key: "waiting:" + ward}
}

func (r *Room) again(ctx context.Context, f func(ctx context.Context) error) error {
	b := retry.WithMaxRetries(3, retry.WithJitterPercent(30, retry.NewConstant(150*time.Millisecond)))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		return retry.RetryableError(f(ctx))
	})
}

// Enter adds a patient.
func (r *Room) Enter(ctx context.Context, patient string, at time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	err := r.again(ctx, func(ctx context.Context) error {
		return r.rdb.ZAddNX(ctx, r.key, redis.Z{Score: float64(at.Unix()), Member: patient}).Err()
	})
	if err != nil {
		return fmt.Errorf("enter at %s: %w", at.Format(time.Kitchen), err)
	}
	return nil
}

// Waiting counts patients.
func (r *Room) Waiting(ctx context.Context) (n int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	err = r.again(ctx, func(ctx context.Context) error {
		n, err = r.rdb.ZCard(ctx, r.key).Result()
		return err
	})
	return n, err
}
