// Package ok books stock movements that arrive on a Kafka topic.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/IBM/sarama"
)

const (
	bookLimit   = 10 * time.Second
	rejoinPause = 2 * time.Second
)

// Movement is one change of a stock.
type Movement struct {
	Article string `json:"article"`
	Delta   int    `json:"delta"`
	Serial  int64  `json:"serial"`
}

// Ledger books movements; a serial that is booked already is ignored.
type Ledger interface {
	Book(ctx context.Context, m Movement) error
}

// Consumer is the handler of a consumer group.
type Consumer struct {
	ledger Ledger
	log    *slog.Logger
}

// Setup is called at the start of a session.
func (c *Consumer) Setup(sarama.ConsumerGroupSession) error { return nil }

// Cleanup is called at the end of a session.
func (c *Consumer) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim books the movements of one partition until the session ends.
func (c *Consumer) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for {
		select {
		case <-session.Context().Done():
			return nil
		case msg, ok := <-claim.Messages():
			if !ok {
				return nil
			}
			if err := c.book(session.Context(), msg); err != nil {
				if session.Context().Err() != nil {
					return nil
				}
				return err
			}
			session.MarkMessage(msg, "")
		}
	}
}

func (c *Consumer) book(ctx context.Context, msg *sarama.ConsumerMessage) error {
	var m Movement
	if err := json.Unmarshal(msg.Value, &m); err != nil {
		c.log.ErrorContext(ctx, "movement is not readable", "offset", msg.Offset, "err", err)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, bookLimit)
	defer cancel()
	if err := c.ledger.Book(ctx, m); err != nil {
		return fmt.Errorf("book movement at offset %d: %w", msg.Offset, err)
	}
	return nil
}

// Run stays in the group until ctx ends. Sarama returns from Consume at every rebalance.
func (c *Consumer) Run(ctx context.Context, group sarama.ConsumerGroup, topic string) error {
	for {
		err := group.Consume(ctx, []string{topic}, c)
		if errors.Is(err, sarama.ErrClosedConsumerGroup) || ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("consume %s: %w", topic, err)
		}
		select {
		case <-time.After(rejoinPause):
		case <-ctx.Done():
			return nil
		}
	}
}
