// Package good copies changes of a database into a Kafka topic.
// kafka.Writer makes up to ten attempts for a batch; what it cannot deliver is reported.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/segmentio/kafka-go"
)

// Change is one row that was changed.
type Change struct {
	Key  []byte
	Data []byte
}

// Feed writes to one topic.
type Feed struct {
	writer *kafka.Writer
	log    *slog.Logger
}

// NewFeed returns a Feed; changes with one key keep their order.
func NewFeed(topic string, log *slog.Logger, brokers ...string) *Feed {
	return &Feed{
		writer: &kafka.Writer{
			Addr:         kafka.TCP(brokers...),
			Topic:        topic,
			Balancer:     &kafka.Hash{},
			RequiredAcks: kafka.RequireAll,
			BatchTimeout: 20 * time.Millisecond,
		},
		log: log,
	}
}

// Write appends changes to the topic; readers know how to skip changes they have seen.
func (f *Feed) Write(ctx context.Context, changes []Change) error {
	msgs := make([]kafka.Message, len(changes))
	for i, c := range changes {
		msgs[i] = kafka.Message{Key: c.Key, Value: c.Data}
	}
	if err := f.writer.WriteMessages(ctx, msgs...); err != nil {
		f.log.Error("changes not written", "n", len(changes), "err", err)
		return fmt.Errorf("write %d changes: %w", len(changes), err)
	}
	return nil
}

// Close waits for what is still under way.
func (f *Feed) Close() error { return f.writer.Close() }
