// Package good ships clicks to Kafka in chunks.
// WriteMessages says for each message of a chunk whether the broker refused it, and only refused ones
// are sent again.
package good

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
	for round := 1; ; round++ {
		err := c.w.WriteMessages(ctx, msgs...)
		if err == nil {
			return nil
		}
		if msgs = refused(msgs, err); msgs == nil || round == rounds || ctx.Err() != nil {
			return fmt.Errorf("ship clicks: %w", err)
		}
		c.log.Warn("clicks refused", "clicks", len(msgs), "round", round, "err", err)
		d := 100 * time.Millisecond << round
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d)):
		}
	}
}

// refused returns the messages that the broker has turned down, or nil if it cannot be said of all.
func refused(msgs []kafka.Message, err error) []kafka.Message {
	var each kafka.WriteErrors
	if !errors.As(err, &each) || len(each) != len(msgs) {
		return nil
	}
	var out []kafka.Message
	for i, e := range each {
		var ke kafka.Error
		switch {
		case e == nil:
		case errors.As(e, &ke) && ke.Temporary() && !ke.Timeout():
			out = append(out, msgs[i])
		default:
			return nil
		}
	}
	return out
}

// Close flushes.
func (c *Clicks) Close() error { return c.w.Close() }
