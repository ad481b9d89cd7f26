// Package bad books harvests from Kafka. Every error of the fetch is logged and
// followed by the next fetch. When the context ends each fetch fails at once, and so
// does the pause: the loop turns as fast as it can log.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/segmentio/kafka-go"
)

// Book enters harvests.
type Book interface {
	Enter(ctx context.Context, field string, kilos []byte) error
}

// Consumer reads harvests.
type Consumer struct {
	reader *kafka.Reader
	book   Book
	log    *slog.Logger
}

// NewConsumer makes a consumer of the topic.
func NewConsumer(brokers []string, topic string, b Book, log *slog.Logger) *Consumer {
	return &Consumer{
		reader: kafka.NewReader(kafka.ReaderConfig{Brokers: brokers, Topic: topic, GroupID: "harvest"}),
		book:   b,
		log:    log,
	}
}

// Close closes the reader.
func (c *Consumer) Close() error { return c.reader.Close() }

// Run books harvests until ctx ends.
func (c *Consumer) Run(ctx context.Context) error {
	for { // OR ignored-done
		msg, err := c.reader.FetchMessage(ctx) // OR ignored-done
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			c.log.WarnContext(ctx, "fetch failed", "err", err)
			c.pause(ctx, time.Second) // OR ignored-done
			continue                  // EXPECT ignored-done
		}
		if err := c.book.Enter(ctx, string(msg.Key), msg.Value); err != nil {
			return fmt.Errorf("enter harvest of %s: %w", msg.Key, err)
		}
		if err := c.reader.CommitMessages(ctx, msg); err != nil {
			return fmt.Errorf("commit: %w", err)
		}
	}
}

// pause waits for about d; false says that ctx ended.
func (c *Consumer) pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d + rand.N(d))
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
