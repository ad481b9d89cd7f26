// Package good lends out a darkroom with a lock in Redis that is renewed while the room is in
// use. The renewing goroutine ends with the loan, and with the context of whoever took it.
package good

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrInUse says that somebody else has the room.
var ErrInUse = errors.New("darkroom is in use")

var (
	renew = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then
  return redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return 0`)
	giveBack = redis.NewScript(`if redis.call("GET", KEYS[1]) == ARGV[1] then
  return redis.call("DEL", KEYS[1])
end
return 0`)
)

// Darkroom is one room.
type Darkroom struct {
	rdb *redis.Client
	key string
	ttl time.Duration
	log *slog.Logger
}

// Loan is the use of the room until Leave is called or the context of Enter ends.
type Loan struct {
	room  *Darkroom
	token string
	stop  func()
}

// Enter takes the room.
func (d *Darkroom) Enter(ctx context.Context) (*Loan, error) {
	token := rand.Text()
	free, err := d.rdb.SetNX(ctx, d.key, token, d.ttl).Result()
	if err != nil {
		return nil, fmt.Errorf("enter %s: %w", d.key, err)
	}
	if !free {
		return nil, ErrInUse
	}
	loanCtx, stop := context.WithCancel(ctx)
	go d.keep(loanCtx, token)
	return &Loan{room: d, token: token, stop: stop}, nil
}

func (d *Darkroom) keep(ctx context.Context, token string) {
	ticker := time.NewTicker(d.ttl / 3)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		held, err := renew.Run(ctx, d.rdb, []string{d.key}, token, d.ttl.Milliseconds()).Int()
		if err != nil || held == 0 {
			d.log.WarnContext(ctx, "loan not renewed", "room", d.key, "held", held, "err", err)
		}
	}
}

// Leave gives the room back.
func (l *Loan) Leave(ctx context.Context) error {
	l.stop()
	if err := giveBack.Run(ctx, l.room.rdb, []string{l.room.key}, l.token).Err(); err != nil {
		return fmt.Errorf("leave %s: %w", l.room.key, err)
	}
	return nil
}
