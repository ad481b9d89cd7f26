// Package grades stores the marks that the exam service publishes.
package grades

import (
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/segmentio/kafka-go"
)

const fetchPause = 2 * time.Second

// Grade is one mark.
type Grade struct {
	Student string `json:"student"`
	Exam    string `json:"exam"`
	Points  int    `json:"points"`
}

// Store keeps marks; storing one again changes nothing.
type Store interface {
	Upsert(ctx context.Context, g Grade) error
}

// Consumer reads the topic.
type Consumer struct {
	reader *kafka.Reader
	store  Store
	log    *slog.Logger
}

// NewConsumer returns a consumer of the given group.
func NewConsumer(brokers []string, group string, store Store, log *slog.Logger) *Consumer {
	return &Consumer{
		reader: kafka.NewReader(kafka.ReaderConfig{Brokers: brokers, GroupID: group, Topic: "grades"}),
		store:  store,
		log:    log,
	}
}

// Run consumes until ctx ends.
func (c *Consumer) Run(ctx context.Context) error {
	defer c.reader.Close()
	for {
		msg, err := c.reader.FetchMessage(ctx)
		if err != nil {
			c.log.ErrorContext(ctx, "fetch", "err", err)
			if !pause(ctx, fetchPause/2+rand.N(fetchPause)) {
				return ctx.Err()
			}
			continue
		}
		if err := c.handle(ctx, msg); err != nil {
			return err
		}
	}
}

// pause waits for d. It returns false if ctx ended before that.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (c *Consumer) handle(ctx context.Context, msg kafka.Message) error {
	var g Grade
	if err := json.Unmarshal(msg.Value, &g); err != nil {
		c.log.WarnContext(ctx, "skip unreadable message", "offset", msg.Offset, "err", err)
		return c.reader.CommitMessages(ctx, msg)
	}
	if err := c.store.Upsert(ctx, g); err != nil {
		return err
	}
	return c.reader.CommitMessages(ctx, msg)
}
