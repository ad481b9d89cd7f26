// Package ok reads the sold tickets of a concert hall from a Redis stream.
// The endless loop that goes round at once after redis.Nil looks like a busy loop. It is right: Nil
// comes after Redis has held the read for five seconds. Only a real failure is followed by a
// pause, which grows and is jittered.
package ok

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
	stream   = "tickets:sold"
	group    = "gate"
	block    = 5 * time.Second
	maxPause = 30 * time.Second
)

// Gate learns which tickets are valid; it may be told of one twice.
type Gate interface {
	Admit(ctx context.Context, ticket string) error
}

// Reader feeds one gate.
type Reader struct {
	rdb  *redis.Client
	name string
	gate Gate
	log  *slog.Logger
}

// NewReader reads as consumer name of the group.
func NewReader(rdb *redis.Client, name string, g Gate, log *slog.Logger) *Reader {
	return &Reader{rdb: rdb, name: name, gate: g, log: log}
}

// Run reads until ctx ends.
func (r *Reader) Run(ctx context.Context) error {
	pause := 500 * time.Millisecond
	for ctx.Err() == nil {
		err := r.batch(ctx)
		if err == nil || errors.Is(err, redis.Nil) {
			pause = 500 * time.Millisecond
			continue
		}
		d := pause/2 + rand.N(pause/2)
		r.log.Error("tickets not read", "gate", r.name, "next", d, "err", err)
		select {
		case <-ctx.Done():
		case <-time.After(d):
		}
		pause = min(2*pause, maxPause)
	}
	return ctx.Err()
}

// batch handles the next tickets; it returns redis.Nil if none was sold within block.
func (r *Reader) batch(ctx context.Context) error {
	streams, err := r.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{
		Group:    group,
		Consumer: r.name,
		Streams:  []string{stream, ">"},
		Count:    50,
		Block:    block,
	}).Result()
	if err != nil {
		return err
	}
	for _, s := range streams {
		for _, m := range s.Messages {
			ticket, _ := m.Values["ticket"].(string)
			if err := r.gate.Admit(ctx, ticket); err != nil {
				// Stays pending, and the hall's reclaimer hands it to another gate later.
				r.log.Error("ticket not admitted", "gate", r.name, "ticket", ticket, "err", err)
				continue
			}
			if err := r.rdb.XAck(ctx, stream, group, m.ID).Err(); err != nil {
				return fmt.Errorf("acknowledge %s: %w", m.ID, err)
			}
		}
	}
	return nil
}
