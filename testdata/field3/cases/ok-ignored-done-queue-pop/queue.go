// Package ok takes orders from a list in Redis. The select with the default only lets a
// stop win against a full list; the wait is BLPop's, which has the context, and a limit.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

// Cook cooks an order.
type Cook interface {
	Cook(ctx context.Context, order string) error
}

// Kitchen takes orders.
type Kitchen struct {
	rdb   *redis.Client
	list  string
	cook  Cook
	limit time.Duration
	log   *slog.Logger
}

// Run takes orders until ctx ends.
func (k *Kitchen) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		got, err := k.rdb.BLPop(ctx, 5*time.Second, k.list).Result()
		switch {
		case errors.Is(err, redis.Nil):
			continue
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return fmt.Errorf("pop from %s: %w", k.list, err)
		}
		if err := k.serve(ctx, got[1]); err != nil {
			k.log.ErrorContext(ctx, "order burnt", "order", got[1], "err", err)
		}
	}
}

// serve finishes the order in hand even when ctx ends meanwhile: it is off the list.
func (k *Kitchen) serve(ctx context.Context, order string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), k.limit)
	defer cancel()
	return k.cook.Cook(ctx, order)
}
