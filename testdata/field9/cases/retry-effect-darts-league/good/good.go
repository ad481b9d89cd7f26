// Package good adds the points of a throw to the table of a darts league in Redis. A script
// remembers the throws it has counted, so it may be sent again when the answer got lost.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/avast/retry-go/v5"
	"github.com/redis/go-redis/v9"
)

// Throw is one round of three darts.
type Throw struct {
	ID     string
	Player string
	Points int
}

// ErrNoPoints says that a throw is worth nothing.
var ErrNoPoints = errors.New("throw without points")

// count adds points once for each throw.
var count = redis.NewScript(`
if redis.call('SET', KEYS[2], '1', 'NX', 'EX', 86400) then
  redis.call('ZINCRBY', KEYS[1], ARGV[1], ARGV[2])
end
return redis.call('ZSCORE', KEYS[1], ARGV[2])`)

// Table keeps the points of a league.
type Table struct {
	rdb    *redis.Client
	league string
	budget time.Duration
	log    *slog.Logger
}

// NewTable keeps the table of a league at addr; the client itself repeats nothing.
func NewTable(addr, league string, log *slog.Logger) *Table {
	rdb := redis.NewClient(&redis.Options{Addr: addr, ReadTimeout: time.Second, WriteTimeout: time.Second, MaxRetries: -1})
	return &Table{rdb: rdb, league: league, budget: 8 * time.Second, log: log}
}

// Score books a throw and returns the player's new total.
func (t *Table) Score(ctx context.Context, th Throw) (float64, error) {
	if th.Points <= 0 {
		return 0, ErrNoPoints
	}
	ctx, cancel := context.WithTimeout(ctx, t.budget)
	defer cancel()
	total, err := retry.NewWithData[float64](
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(50*time.Millisecond),
		retry.LastErrorOnly(true),
		retry.RetryIf(lost),
		retry.OnRetry(func(n uint, err error) {
			t.log.Warn("throw not booked", "throw", th.ID, "try", n+1, "err", err)
		}),
	).Do(func() (float64, error) {
		keys := []string{"darts:{" + t.league + "}", "darts:{" + t.league + "}:throw:" + th.ID}
		return count.Run(ctx, t.rdb, keys, th.Points, th.Player).Float64()
	})
	if err != nil {
		return 0, fmt.Errorf("book throw %s of %s: %w", th.ID, th.Player, err)
	}
	return total, nil
}

// lost reports whether Redis gave no answer; its own errors are final.
func lost(err error) bool {
	var answer redis.Error
	return !errors.As(err, &answer)
}
