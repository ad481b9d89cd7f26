// Package bad reads where a racing pigeon was last clocked.
// The Redis client from package store makes six attempts at every command, and the back-off here
// repeats the command six times: 36 round trips before one failed lookup is reported.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/redis/go-redis/v9"

	"faultfield11/cases/retry-timeout-pigeon-loft/bad/store"
)

// ErrNotClocked is returned for a pigeon that no station has seen.
var ErrNotClocked = errors.New("pigeon was not clocked")

const lookupBudget = 20 * time.Second

// Race reads the clockings of one race.
type Race struct {
	rdb *redis.Client
	id  string
	log *slog.Logger
}

// NewRace reads from the Redis server at addr.
func NewRace(addr, id string, log *slog.Logger) *Race {
	return &Race{rdb: store.Open(addr), id: id, log: log}
}

// LastStation returns the station that saw the pigeon last.
func (r *Race) LastStation(ctx context.Context, ring string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupBudget)
	defer cancel()

	read := func() (string, error) {
		station, err := r.rdb.HGet(ctx, "race:"+r.id, ring).Result() // EXPECT retry-timeout
		if errors.Is(err, redis.Nil) {
			return "", backoff.Permanent(ErrNotClocked)
		}
		var answer redis.Error
		if errors.As(err, &answer) && !redis.HasErrorPrefix(err, "LOADING") {
			return "", backoff.Permanent(err)
		}
		return station, err
	}
	bo := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(100*time.Millisecond),
		backoff.WithMaxInterval(time.Second),
		backoff.WithMaxElapsedTime(lookupBudget),
	)
	station, err := backoff.RetryNotifyWithData(read, backoff.WithContext(backoff.WithMaxRetries(bo, 5), ctx), r.note) // OR retry-timeout
	if err != nil {
		return "", fmt.Errorf("pigeon %s: %w", ring, err)
	}
	return station, nil
}

func (r *Race) note(err error, next time.Duration) {
	r.log.Info("clocking not read", "race", r.id, "err", err, "next", next)
}
