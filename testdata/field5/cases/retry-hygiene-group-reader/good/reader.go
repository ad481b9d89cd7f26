// Package good reads a Redis stream as a member of a consumer group.
package good

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	block   = 5 * time.Second
	minWait = 250 * time.Millisecond
	maxWait = 30 * time.Second
)

// Handler processes one message; it must cope with seeing a message twice.
type Handler func(ctx context.Context, msg redis.XMessage) error

// Reader is one member of the group.
type Reader struct {
	rdb    *redis.Client
	stream string
	group  string
	member string
	handle Handler
	log    *slog.Logger
}

// Run reads until ctx ends.
func (r *Reader) Run(ctx context.Context) error {
	args := &redis.XReadGroupArgs{
		Group:    r.group,
		Consumer: r.member,
		Streams:  []string{r.stream, ">"},
		Count:    20,
		Block:    block,
	}
	wait := minWait
	for ctx.Err() == nil {
		batch, err := r.rdb.XReadGroup(ctx, args).Result()
		if errors.Is(err, redis.Nil) {
			continue
		}
		if err != nil {
			r.log.Error("reading stream", "stream", r.stream, "err", err)
			if !sleep(ctx, wait) {
				break
			}
			wait = min(2*wait, maxWait)
			continue
		}
		if r.process(ctx, batch) {
			wait = minWait
			continue
		}
		if !sleep(ctx, wait) {
			break
		}
		wait = min(2*wait, maxWait)
	}
	return ctx.Err()
}

func (r *Reader) process(ctx context.Context, batch []redis.XStream) bool {
	ok := true
	for _, s := range batch {
		for _, msg := range s.Messages {
			if err := r.handle(ctx, msg); err != nil {
				r.log.Warn("message stays pending", "id", msg.ID, "err", err)
				ok = false
				continue
			}
			if err := r.rdb.XAck(ctx, r.stream, r.group, msg.ID).Err(); err != nil {
				r.log.Warn("acknowledging", "id", msg.ID, "err", err)
			}
		}
	}
	return ok
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d + rand.N(d/2))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
