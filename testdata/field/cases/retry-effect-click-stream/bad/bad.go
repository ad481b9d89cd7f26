// Package bad ships clicks to Kafka in chunks.
// WriteMessages says for each message of a chunk whether it was written. The loop looks only at the error
// as a whole and sends the chunk again, so the clicks that did get through are counted twice.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/segmentio/kafka-go"
)

const rounds = 4

// Clicks writes to one topic.
type Clicks struct {
	w   *kafka.Writer
	log *slog.Logger
}

// New leaves repetitions to Clicks.
func New(topic string, log *slog.Logger, brokers ...string) *Clicks {
	return &Clicks{
		w:   &kafka.Writer{Addr: kafka.TCP(brokers...), Topic: topic, MaxAttempts: 1, BatchSize: 500},
		log: log,
	}
}

// Ship writes one chunk.
func (c *Clicks) Ship(ctx context.Context, chunk [][]byte) error {
	msgs := make([]kafka.Message, 0, len(chunk))
	for _, b := range chunk {
		msgs = append(msgs, kafka.Message{Value: b})
	}
	for round := 1; ; round++ { // OR retry-effect
		err := c.w.WriteMessages(ctx, msgs...) // EXPECT retry-effect
		if err == nil {
			return nil
		}
		if round == rounds || ctx.Err() != nil {
			return fmt.Errorf("ship %d clicks: %w", len(msgs), err)
		}
		c.log.Warn("chunk not shipped", "clicks", len(msgs), "round", round, "err", err)
		d := 100 * time.Millisecond << round
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d)):
		}
	}
}

// Close flushes.
func (c *Clicks) Close() error { return c.w.Close() }
