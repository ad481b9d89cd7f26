// Package good books lottery sales into Redis. Each batch of sales has a field of its own that is set,
// not added to: a repeated pipeline leaves what the first one left.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/redis/go-redis/v9"
)

const keep = 40 * 24 * time.Hour

// Sales are the tickets a shop has sold since its last batch.
type Sales struct {
	Batch   string // unique id of the batch
	Shop    string
	Draw    string
	Tickets int64
}

// Book keeps the sales of all draws.
type Book struct {
	rdb    *redis.Client
	budget time.Duration
	log    *slog.Logger
}

// NewBook connects to the Redis at addr. The client does not repeat commands by itself.
func NewBook(addr string, log *slog.Logger) *Book {
	rdb := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1, ContextTimeoutEnabled: true})
	return &Book{rdb: rdb, budget: 15 * time.Second, log: log}
}

// Close ends the connection.
func (b *Book) Close() error { return b.rdb.Close() }

// Add books one batch.
func (b *Book) Add(ctx context.Context, s Sales) error {
	ctx, cancel := context.WithTimeout(ctx, b.budget)
	defer cancel()
	key := "draw:" + s.Draw + ":" + s.Shop
	err := retry.Do(
		func() error {
			_, err := b.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
				p.HSet(ctx, key, s.Batch, s.Tickets)
				p.Expire(ctx, key, keep)
				return nil
			})
			return err
		},
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(150*time.Millisecond),
		retry.MaxJitter(150*time.Millisecond),
		retry.RetryIf(func(err error) bool {
			var refused redis.Error
			return !errors.As(err, &refused)
		}),
		retry.OnRetry(func(n uint, err error) {
			b.log.Warn("sales not booked yet", "draw", s.Draw, "shop", s.Shop, "try", n+1, "err", err)
		}),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return fmt.Errorf("book batch %s of shop %s: %w", s.Batch, s.Shop, err)
	}
	return nil
}

// Sold returns how many tickets of a draw a shop has sold.
func (b *Book) Sold(ctx context.Context, draw, shop string) (int64, error) {
	fields, err := b.rdb.HVals(ctx, "draw:"+draw+":"+shop).Result()
	if err != nil {
		return 0, fmt.Errorf("sales of shop %s: %w", shop, err)
	}
	var total int64
	for _, f := range fields {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("sales of shop %s: %w", shop, err)
		}
		total += n
	}
	return total, nil
}
