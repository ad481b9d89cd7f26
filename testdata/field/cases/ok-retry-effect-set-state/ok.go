// Package ok keeps the presence of users in Redis.
// It is right although commands that write are repeated, by the loop and nobody else: SET, HSET and EXPIRE leave
// the same state however often they run, and the increment is not among them.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	attempts = 3
	lifetime = 90 * time.Second
)

// Presence is what is known of a user.
type Presence struct {
	Device string
	Room   string
	Since  time.Time
}

// Users keeps presences.
type Users struct {
	rdb *redis.Client
}

// New connects to addr.
func New(addr string) *Users {
	return &Users{rdb: redis.NewClient(&redis.Options{
		Addr:        addr,
		DialTimeout: 500 * time.Millisecond,
		ReadTimeout: 500 * time.Millisecond,
		MaxRetries:  -1,
	})}
}

// Seen stores where a user was seen, and counts the visit.
func (u *Users) Seen(ctx context.Context, user string, p Presence) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := u.store(ctx, user, p); err != nil {
		return fmt.Errorf("presence of %s: %w", user, err)
	}
	// The count may miss a visit, and must not count one twice.
	return u.rdb.Incr(ctx, "visits:"+p.Room).Err()
}

func (u *Users) store(ctx context.Context, user string, p Presence) error {
	key := "presence:" + user
	for n := 1; ; n++ {
		_, err := u.rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
			pipe.HSet(ctx, key, "device", p.Device, "room", p.Room, "since", p.Since.Unix())
			pipe.Expire(ctx, key, lifetime)
			pipe.Set(ctx, "last:"+user, p.Room, 0)
			return nil
		})
		if err == nil || n == attempts || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(n)*50*time.Millisecond + rand.N(50*time.Millisecond)):
		}
	}
}
