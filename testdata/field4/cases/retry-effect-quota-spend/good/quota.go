// Package quota counts the characters that a customer has had translated this month.
package quota

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

// ErrExceeded means that the month's allowance is used up.
var ErrExceeded = errors.New("quota exceeded")

// Meter keeps the counters.
type Meter struct {
	rdb   *redis.Client
	limit int64
}

// NewMeter connects to redis at addr.
func NewMeter(addr string, limit int64) *Meter {
	rdb := redis.NewClient(&redis.Options{
		Addr:          addr,
		MaxRetries:    -1,
		DialerRetries: 1,
		DialTimeout:   time.Second,
		ReadTimeout:   500 * time.Millisecond,
		WriteTimeout:  500 * time.Millisecond,
	})
	return &Meter{rdb: rdb, limit: limit}
}

// spend counts a request once, however often it is run.
var spend = redis.NewScript(`
if redis.call('SET', KEYS[2], 1, 'NX', 'EX', 3600) then
  return redis.call('INCRBY', KEYS[1], ARGV[1])
end
return tonumber(redis.call('GET', KEYS[1]) or '0')`)

// Spend counts chars for the customer. Each request has an ID of its own.
func (m *Meter) Spend(ctx context.Context, customer, request string, chars int64) error {
	key := fmt.Sprintf("quota:{%s}:%s", customer, time.Now().UTC().Format("2006-01"))
	used, err := persist(ctx, func(ctx context.Context) (int64, error) {
		return spend.Run(ctx, m.rdb, []string{key, fmt.Sprintf("spent:{%s}:%s", customer, request)}, chars).Int64()
	})
	if err != nil {
		return fmt.Errorf("count request %s: %w", request, err)
	}
	if used > m.limit {
		return ErrExceeded
	}
	return nil
}

// persist runs op until redis answers, three times at most.
func persist[T any](ctx context.Context, op func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
	defer cancel()
	for n := 1; ; n++ {
		v, err := op(ctx)
		if err == nil || n == 3 || !offline(err) {
			return v, err
		}
		t := time.NewTimer(time.Duration(n)*50*time.Millisecond + rand.N(100*time.Millisecond))
		select {
		case <-ctx.Done():
			t.Stop()
			return v, errors.Join(err, ctx.Err())
		case <-t.C:
		}
	}
}

func offline(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) || errors.Is(err, io.EOF)
}
