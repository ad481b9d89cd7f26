// Package good sends the picks of an orchard to Kafka in batches. What the broker refused for
// want of replicas, and only that, is produced again; any other failure is reported.
package good

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
	for try := 1; ; try++ {
		results := s.kafka.ProduceSync(ctx, batch...)
		refused, err := split(results)
		if err != nil {
			return fmt.Errorf("send %d picks: %w", len(batch), err)
		}
		if len(refused) == 0 {
			return nil
		}
		if try == sendTries {
			return fmt.Errorf("send picks: %d still refused: %w", len(refused), kerr.NotEnoughReplicas)
		}
		batch = refused
		s.log.WarnContext(ctx, "picks refused", "try", try, "count", len(refused))
		select {
		case <-time.After(300*time.Millisecond<<try + rand.N(300*time.Millisecond)):
		case <-ctx.Done():
			return fmt.Errorf("send %d picks: %w", len(batch), ctx.Err())
		}
	}
}

// split returns the records that the broker refused before storing anything, or the first
// failure of another kind.
func split(results kgo.ProduceResults) (refused []*kgo.Record, err error) {
	for _, r := range results {
		switch {
		case r.Err == nil:
		case errors.Is(r.Err, kerr.NotEnoughReplicas):
			refused = append(refused, r.Record)
		default:
			return nil, r.Err
		}
	}
	return refused, nil
}
