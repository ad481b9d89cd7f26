// Package good weighs grain that arrives on a Kafka topic. A fetch that failed because the
// context is over ends the consumer.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"github.com/segmentio/kafka-go"
)

// Load is one lorry of grain.
type Load struct {
	Lorry string `json:"lorry"`
	Kilos int    `json:"kilos"`
}

// Silo takes loads.
type Silo interface {
	Fill(ctx context.Context, l Load) error
}

// Consumer moves loads from the topic into the silo.
type Consumer struct {
	reader *kafka.Reader
	silo   Silo
	log    *slog.Logger
}

// NewConsumer returns a consumer of a topic.
func NewConsumer(brokers []string, group, topic string, silo Silo, log *slog.Logger) *Consumer {
	reader := kafka.NewReader(kafka.ReaderConfig{Brokers: brokers, GroupID: group, Topic: topic})
	return &Consumer{reader: reader, silo: silo, log: log}
}

// Run consumes until ctx ends.
func (c *Consumer) Run(ctx context.Context) error {
	defer c.reader.Close()
	for {
		msg, err := c.reader.FetchMessage(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("fetch load: %w", err)
		}
		if err := c.weigh(ctx, msg); err != nil {
			return fmt.Errorf("load at %d: %w", msg.Offset, err)
		}
		if err := c.reader.CommitMessages(ctx, msg); err != nil {
			return fmt.Errorf("commit: %w", err)
		}
	}
}

var errWeightless = errors.New("load without weight")

func (c *Consumer) weigh(ctx context.Context, msg kafka.Message) error {
	var l Load
	if err := json.Unmarshal(msg.Value, &l); err != nil {
		c.log.WarnContext(ctx, "skip unreadable load", "offset", msg.Offset, "err", err)
		return nil
	}
	if l.Kilos <= 0 {
		return errWeightless
	}
	return c.silo.Fill(ctx, l)
}
