// Package ok listens to gossip in Redis. The range has no Done; the end of the context
// closes the subscription, and that closes its channel. What the loop's end means is
// asked after it.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/redis/go-redis/v9"
)

// Ear hears gossip.
type Ear func(ctx context.Context, topic, text string) error

// Market has gossip.
type Market struct {
	rdb *redis.Client
	log *slog.Logger
}

// ErrDeaf says that the subscription ended by itself.
var ErrDeaf = errors.New("subscription ended")

// Listen passes gossip on until ctx ends.
func (m *Market) Listen(ctx context.Context, ear Ear, topics ...string) error {
	sub := m.rdb.Subscribe(ctx, topics...)
	stop := context.AfterFunc(ctx, func() { _ = sub.Close() })
	defer func() {
		if stop() {
			_ = sub.Close()
		}
	}()
	if _, err := sub.Receive(ctx); err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	for msg := range sub.Channel() {
		if err := ear(ctx, msg.Channel, msg.Payload); err != nil {
			m.log.WarnContext(ctx, "gossip not believed", "topic", msg.Channel, "err", err)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return ErrDeaf
}
