// Package good books harvests from Kafka. A failed fetch is followed by the next one
// after a pause; the end of the context ends the loop.
package good

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
	for {
		msg, err := c.reader.FetchMessage(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			c.log.WarnContext(ctx, "fetch failed", "err", err)
			if !c.pause(ctx, time.Second) {
				return ctx.Err()
			}
			continue
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
