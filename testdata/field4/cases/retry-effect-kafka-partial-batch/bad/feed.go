// Package feed hands catalogue changes to the search indexers.
package feed

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/segmentio/kafka-go"
)

// Change is one edit of the catalogue.
type Change struct {
	SKU  string
	Body []byte
}

// Feed writes changes to one topic.
type Feed struct {
	w     *kafka.Writer
	tries int
	log   *slog.Logger
}

// New returns a Feed; one call of the writer is one attempt.
func New(brokers []string, topic string, log *slog.Logger) *Feed {
	w := &kafka.Writer{
		Addr:         kafka.TCP(brokers...),
		Topic:        topic,
		Balancer:     &kafka.Hash{},
		RequiredAcks: kafka.RequireAll,
		MaxAttempts:  1,
		BatchTimeout: 20 * time.Millisecond,
		WriteTimeout: 4 * time.Second,
		ReadTimeout:  2 * time.Second,
	}
	return &Feed{w: w, tries: 4, log: log}
}

// Publish writes the changes, in order per SKU.
func (f *Feed) Publish(ctx context.Context, changes []Change) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()

	msgs := make([]kafka.Message, len(changes))
	for i, c := range changes {
		msgs[i] = kafka.Message{Key: []byte(c.SKU), Value: c.Body}
	}
	for n := 1; ; n++ {
		err := f.w.WriteMessages(ctx, msgs...) // EXPECT retry-effect
		if err == nil {
			return nil
		}
		var each kafka.WriteErrors
		if n == f.tries || !errors.As(err, &each) || !onlyRefusals(each) {
			return fmt.Errorf("publish %d changes: %w", len(msgs), err)
		}
		f.log.Warn("changes refused", "count", each.Count(), "of", len(msgs), "try", n)
		if err := pause(ctx, n); err != nil {
			return fmt.Errorf("publish %d changes: %w", len(msgs), err)
		}
	}
}

// onlyRefusals reports whether every failure is a broker saying that it took nothing.
func onlyRefusals(each kafka.WriteErrors) bool {
	for _, err := range each {
		switch {
		case err == nil:
		case errors.Is(err, kafka.NotLeaderForPartition):
		case errors.Is(err, kafka.LeaderNotAvailable):
		case errors.Is(err, kafka.NotEnoughReplicas):
		default:
			return false
		}
	}
	return true
}

func pause(ctx context.Context, n int) error {
	d := 200 * time.Millisecond << n
	t := time.NewTimer(d/2 + rand.N(d/2))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
