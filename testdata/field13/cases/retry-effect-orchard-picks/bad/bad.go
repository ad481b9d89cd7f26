// Package bad sends the picks of an orchard to Kafka in batches. When the broker refuses some
// of them for want of replicas, the whole batch is produced again, and the picks that went
// to healthy partitions are in the topic twice.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

const (
	sendTries  = 5
	sendBudget = 30 * time.Second
)

// Pick is one full crate.
type Pick struct {
	Tree   string
	Weight []byte
}

// Sender writes picks to a topic.
type Sender struct {
	kafka *kgo.Client
	topic string
	log   *slog.Logger
}

// NewSender connects to the brokers. The client's own retries are off: Send does them.
func NewSender(topic string, log *slog.Logger, brokers ...string) (*Sender, error) {
	c, err := kgo.NewClient(
		kgo.SeedBrokers(brokers...),
		kgo.RequiredAcks(kgo.AllISRAcks()),
		kgo.RecordRetries(0),
	)
	if err != nil {
		return nil, fmt.Errorf("kafka client: %w", err)
	}
	return &Sender{kafka: c, topic: topic, log: log}, nil
}

// Send stores a batch.
func (s *Sender) Send(ctx context.Context, picks []Pick) error {
	ctx, cancel := context.WithTimeout(ctx, sendBudget)
	defer cancel()
	batch := make([]*kgo.Record, len(picks))
	for i, p := range picks {
		batch[i] = &kgo.Record{Topic: s.topic, Key: []byte(p.Tree), Value: p.Weight}
	}
	for try := 1; ; try++ { // OR retry-effect
		results := s.kafka.ProduceSync(ctx, batch...) // EXPECT retry-effect
		err := results.FirstErr()
		if err == nil {
			return nil
		}
		if try == sendTries || !errors.Is(err, kerr.NotEnoughReplicas) { // OR retry-effect
			return fmt.Errorf("send %d picks: %w", len(batch), err)
		}
		s.log.WarnContext(ctx, "picks refused", "try", try, "err", err)
		select {
		case <-time.After(300*time.Millisecond<<try + rand.N(300*time.Millisecond)):
		case <-ctx.Done():
			return fmt.Errorf("send %d picks: %w", len(batch), errors.Join(ctx.Err(), err))
		}
	}
}
