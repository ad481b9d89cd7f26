// Package good keeps the credits that customers of an image service have left.
// The client is told never to repeat a command: whether DECRBY ran after a late reply is unknown.
package good

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
		MaxRetries:  -1,
	})}
}

// Buy adds credits, once for each receipt.
func (c *Credits) Buy(ctx context.Context, customer, receipt string, n int64) error {
	fresh, err := c.rdb.SetNX(ctx, "receipt:"+receipt, customer, 0).Result()
	if err != nil || !fresh {
		return err
	}
	return c.rdb.IncrBy(ctx, key(customer), n).Err()
}

// Spend takes the price of a picture off and returns what is left.
func (c *Credits) Spend(ctx context.Context, customer string, price int64) (int64, error) {
	left, err := c.rdb.DecrBy(ctx, key(customer), price).Result()
	if err != nil {
		return 0, fmt.Errorf("spend %d of %s: %w", price, customer, err)
	}
	if left < 0 {
		return 0, errors.Join(ErrNoCredit, c.rdb.IncrBy(ctx, key(customer), price).Err())
	}
	return left, nil
}

func key(customer string) string { return "credit:{" + customer + "}" }
