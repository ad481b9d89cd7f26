// Package good hands the orders of a weaving mill from a Redis stream to the looms.
// A failed read is followed by a pause that grows to half a minute, is spread at random, ends with
// ctx and begins small again after the first read that went well.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	stream = "loom:orders"
	group  = "looms"
)

// Weave starts an order; an order it has seen before is passed over.
type Weave func(ctx context.Context, order map[string]any) error

// Feed reads orders for one loom.
type Feed struct {
	rdb   *redis.Client
	loom  string
	weave Weave
	log   *slog.Logger
}

// NewFeed returns the feed of a loom.
func NewFeed(rdb *redis.Client, loom string, w Weave, log *slog.Logger) *Feed {
	return &Feed{rdb: rdb, loom: loom, weave: w, log: log}
}

// Run returns when ctx ends.
func (f *Feed) Run(ctx context.Context) error {
	fails := 0
	for ctx.Err() == nil {
		batch, err := f.next(ctx)
		if err != nil {
			d := min(500*time.Millisecond<<min(fails, 6), 30*time.Second)
			d = d/2 + rand.N(d/2)
			fails++
			f.log.Error("orders not read", "loom", f.loom, "next", d, "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(d):
			}
			continue
		}
		fails = 0
		for _, msg := range batch {
			f.start(ctx, msg)
		}
	}
	return ctx.Err()
}

// next waits up to five seconds for orders; there may be none.
func (f *Feed) next(ctx context.Context) ([]redis.XMessage, error) {
	res, err := f.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{
		Group:    group,
		Consumer: f.loom,
		Streams:  []string{stream, ">"},
		Count:    10,
		Block:    5 * time.Second,
	}).Result()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", stream, err)
	}
	var batch []redis.XMessage
	for _, s := range res {
		batch = append(batch, s.Messages...)
	}
	return batch, nil
}

func (f *Feed) start(ctx context.Context, msg redis.XMessage) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := f.weave(ctx, msg.Values); err != nil {
		// It stays pending and is claimed by the foreman's sweep.
		f.log.Error("order not started", "loom", f.loom, "order", msg.ID, "err", err)
		return
	}
	if err := f.rdb.XAck(ctx, stream, group, msg.ID).Err(); err != nil {
		f.log.Warn("order not acknowledged", "loom", f.loom, "order", msg.ID, "err", err)
	}
}
