// Package good keeps the stock of a wine cellar in line with a topic of cask movements. The
// fetch waits for the next one under the context of the loop and ends with it.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/segmentio/kafka-go"
)

// Movement is a change of the stock. Applying one twice is the same as once.
type Movement struct {
	ID    string `json:"id"`
	Cask  string `json:"cask"`
	Shelf string `json:"shelf"`
}

// Stock is what lies where.
type Stock interface {
	Apply(ctx context.Context, m Movement) error
}

// Cellar reads the topic.
type Cellar struct {
	reader *kafka.Reader
	stock  Stock
	log    *slog.Logger
}

// NewCellar returns a cellar that reads as part of a group.
func NewCellar(brokers []string, topic, group string, stock Stock, log *slog.Logger) *Cellar {
	r := kafka.NewReader(kafka.ReaderConfig{Brokers: brokers, Topic: topic, GroupID: group})
	return &Cellar{reader: r, stock: stock, log: log}
}

// Close leaves the group. It comes after the end of Run.
func (c *Cellar) Close() error { return c.reader.Close() }

// Run applies movements until ctx ends or one cannot be applied.
func (c *Cellar) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		msg, err := c.reader.FetchMessage(ctx)
		if err != nil {
			return fmt.Errorf("fetch movement: %w", err)
		}
		var m Movement
		if err := json.Unmarshal(msg.Value, &m); err != nil {
			c.log.WarnContext(ctx, "skip unreadable movement", "offset", msg.Offset, "err", err)
		} else if err := c.stock.Apply(ctx, m); err != nil {
			return fmt.Errorf("apply movement %s: %w", m.ID, err)
		}
		if err := c.reader.CommitMessages(ctx, msg); err != nil {
			return fmt.Errorf("commit offset %d: %w", msg.Offset, err)
		}
	}
	return ctx.Err()
}
