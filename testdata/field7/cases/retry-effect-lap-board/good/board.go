// Package good keeps the lap board of a 24 hour run in Redis.
// The number of the lap, counted by the transponder, is set if it is greater than the one
// on the board; to set it again changes nothing.
package good

import (
	"context"
	"fmt"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/redis/go-redis/v9"
)

// Pass is a transponder that crossed the line; Lap counts on the transponder.
type Pass struct {
	Race   string
	Runner string
	Lap    int
}

// Board holds the laps of all runners.
type Board struct {
	rdb   *redis.Client
	exec  failsafe.Executor[int64]
	limit time.Duration
}

// NewBoard connects to Redis at addr. The board retries, the client does not.
func NewBoard(addr string) *Board {
	policy := retrypolicy.NewBuilder[int64]().
		AbortOnErrors(context.Canceled, redis.ErrClosed).
		WithMaxRetries(3).
		WithBackoff(50*time.Millisecond, time.Second).
		WithJitterFactor(0.3).
		ReturnLastFailure().
		Build()
	return &Board{
		rdb: redis.NewClient(&redis.Options{
			Addr:         addr,
			MaxRetries:   -1,
			DialTimeout:  500 * time.Millisecond,
			ReadTimeout:  300 * time.Millisecond,
			WriteTimeout: 300 * time.Millisecond,
		}),
		exec:  failsafe.With[int64](policy),
		limit: 5 * time.Second,
	}
}

// Close ends the connections.
func (b *Board) Close() error { return b.rdb.Close() }

// Count enters a pass and returns the place of the runner, counted from 0.
func (b *Board) Count(ctx context.Context, p Pass) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, b.limit)
	defer cancel()
	place, err := b.exec.WithContext(ctx).GetWithExecution(func(exec failsafe.Execution[int64]) (int64, error) {
		return b.enter(exec.Context(), p)
	})
	if err != nil {
		return 0, fmt.Errorf("count lap %d of %s: %w", p.Lap, p.Runner, err)
	}
	return place, nil
}

func (b *Board) enter(ctx context.Context, p Pass) (int64, error) {
	key := "laps:" + p.Race
	if err := b.rdb.ZAddGT(ctx, key, redis.Z{Score: float64(p.Lap), Member: p.Runner}).Err(); err != nil {
		return 0, err
	}
	return b.rdb.ZRevRank(ctx, key, p.Runner).Result()
}
