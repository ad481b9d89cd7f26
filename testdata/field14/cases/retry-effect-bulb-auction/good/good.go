// Package good sells tulip bulbs out of lots that several clerks draw from. The function given
// to Watch runs again when another clerk was faster; each run starts from nothing.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	lotsKey = "auction:lots"
	runs    = 10
)

// ErrCrowded says that other clerks were faster every time.
var ErrCrowded = errors.New("too many clerks")

// Draw is a number of bulbs out of one lot.
type Draw struct {
	Lot   string
	Bulbs int
}

// Clerk sells bulbs.
type Clerk struct {
	rdb    *redis.Client
	budget time.Duration
}

// NewClerk returns a clerk over an opened client.
func NewClerk(rdb *redis.Client) *Clerk { return &Clerk{rdb: rdb, budget: 10 * time.Second} }

// Sell draws up to want bulbs from the lots, in their order.
func (c *Clerk) Sell(ctx context.Context, lots []string, want int) ([]Draw, error) {
	ctx, cancel := context.WithTimeout(ctx, c.budget)
	defer cancel()
	var draws []Draw
	sell := func(tx *redis.Tx) error {
		var mine []Draw
		rest := make(map[string]any)
		missing := want
		for _, lot := range lots {
			left, err := tx.HGet(ctx, lotsKey, lot).Int()
			if err != nil {
				return fmt.Errorf("lot %s: %w", lot, err)
			}
			n := min(left, missing)
			missing -= n
			rest[lot] = left - n
			mine = append(mine, Draw{Lot: lot, Bulbs: n})
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.HSet(ctx, lotsKey, rest)
			return nil
		})
		if err == nil {
			draws = mine
		}
		return err
	}
	for n := 1; ; n++ {
		err := c.rdb.Watch(ctx, sell, lotsKey)
		if err == nil {
			return draws, nil
		}
		if !errors.Is(err, redis.TxFailedErr) {
			return nil, fmt.Errorf("sell bulbs: %w", err)
		}
		if n == runs {
			return nil, ErrCrowded
		}
		select {
		case <-time.After(5*time.Millisecond + rand.N(20*time.Millisecond)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
