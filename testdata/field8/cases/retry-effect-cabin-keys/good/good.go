// Package good gives out holiday cabins. The free ones are a set in Redis that is watched while a
// cabin is taken. The watched function, which may run several times, only touches Redis;
// the door code is cut and sent once, for the cabin that was really taken.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrFull means that no cabin is free.
var ErrFull = errors.New("all cabins are taken")

// Locksmith programs a new code into a door and sends it to the guest's phone.
type Locksmith interface {
	CutCode(ctx context.Context, cabin, phone string) error
}

// Village gives out cabins.
type Village struct {
	rdb    *redis.Client
	locks  Locksmith
	tries  int
	budget time.Duration
}

const freeKey = "cabins:free"

// CheckIn gives the guest a free cabin.
func (v *Village) CheckIn(ctx context.Context, phone string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, v.budget)
	defer cancel()
	var cabin string
	take := func(tx *redis.Tx) error {
		free, err := tx.SRandMember(ctx, freeKey).Result()
		if errors.Is(err, redis.Nil) {
			return ErrFull
		}
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.SRem(ctx, freeKey, free)
			p.HSet(ctx, "cabins:guests", free, phone)
			return nil
		})
		cabin = free
		return err
	}
	for n := 1; ; n++ {
		err := v.rdb.Watch(ctx, take, freeKey)
		if err == nil {
			break
		}
		if n == v.tries || !errors.Is(err, redis.TxFailedErr) {
			return "", fmt.Errorf("check in %s: %w", phone, err)
		}
		select {
		case <-time.After(10*time.Millisecond<<n + rand.N(10*time.Millisecond)):
		case <-ctx.Done():
			return "", fmt.Errorf("check in %s: %w", phone, ctx.Err())
		}
	}
	if err := v.locks.CutCode(ctx, cabin, phone); err != nil {
		return "", fmt.Errorf("door code of %s: %w", cabin, err)
	}
	return cabin, nil
}
