// Package bad keeps the credits that customers of an image service have left.
// The client repeats a command when its reply is late, DECRBY included: a Redis that answers after
// half a second takes the credits of one picture up to four times.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrNoCredit means that a customer has used up what was bought.
var ErrNoCredit = errors.New("no credit left")

// Credits stores one counter a customer.
type Credits struct {
	rdb *redis.Client
}

// New connects to addr.
func New(addr string) *Credits {
	return &Credits{rdb: redis.NewClient(&redis.Options{
		Addr:        addr,
		ReadTimeout: 500 * time.Millisecond,
		MaxRetries:  3, // OR retry-effect
	})}
}

// Buy adds credits, once for each receipt.
func (c *Credits) Buy(ctx context.Context, customer, receipt string, n int64) error {
	fresh, err := c.rdb.SetNX(ctx, "receipt:"+receipt, customer, 0).Result()
	if err != nil || !fresh {
		return err
	}
	return c.rdb.IncrBy(ctx, key(customer), n).Err() // OR retry-effect
}

// Spend takes the price of a picture off and returns what is left.
func (c *Credits) Spend(ctx context.Context, customer string, price int64) (int64, error) {
	left, err := c.rdb.DecrBy(ctx, key(customer), price).Result() // EXPECT retry-effect
	if err != nil {
		return 0, fmt.Errorf("spend %d of %s: %w", price, customer, err)
	}
	if left < 0 {
		return 0, errors.Join(ErrNoCredit, c.rdb.IncrBy(ctx, key(customer), price).Err())
	}
	return left, nil
}

func key(customer string) string { return "credit:{" + customer + "}" }
