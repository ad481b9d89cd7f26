// Package good keeps the waiting list of a clinic in Redis. Every command goes through a helper
// that repeats it after a network error, so joining is made to bear it: the list is a sorted
// set, and adding a patient who is on it already changes nothing.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	commandTries  = 3
	commandBudget = 12 * time.Second
)

// List is the waiting list of one room.
type List struct {
	rdb *redis.Client
	key string
}

// NewList connects to Redis. The client's own retries are off, see again.
func NewList(addr, room string) *List {
	return &List{key: "waiting:" + room, rdb: redis.NewClient(&redis.Options{
		Addr:                  addr,
		MaxRetries:            -1,
		DialTimeout:           time.Second,
		ReadTimeout:           time.Second,
		WriteTimeout:          time.Second,
		ContextTimeoutEnabled: true,
	})}
}

// Join puts a patient at the end.
func (l *List) Join(ctx context.Context, patient string) error {
	arrived := float64(time.Now().UnixMilli())
	_, err := again(ctx, func(ctx context.Context) (int64, error) {
		return l.rdb.ZAddNX(ctx, l.key, redis.Z{Score: arrived, Member: patient}).Result()
	})
	if err != nil {
		return fmt.Errorf("join %s: %w", l.key, err)
	}
	return nil
}

// Waiting returns who waits, the first one first.
func (l *List) Waiting(ctx context.Context) ([]string, error) {
	names, err := again(ctx, func(ctx context.Context) ([]string, error) {
		return l.rdb.ZRange(ctx, l.key, 0, -1).Result()
	})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", l.key, err)
	}
	return names, nil
}

// again runs a command up to three times while the network fails.
func again[T any](ctx context.Context, do func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, commandBudget)
	defer cancel()
	for try := 1; ; try++ {
		v, err := do(ctx)
		if err == nil || try == commandTries || ctx.Err() != nil || !network(err) {
			return v, err
		}
		select {
		case <-time.After(100*time.Millisecond<<try + rand.N(100*time.Millisecond)):
		case <-ctx.Done():
			return v, errors.Join(ctx.Err(), err)
		}
	}
}

func network(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}
