// Package billing turns call records from Kafka into invoice lines.
package billing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/IBM/sarama"
)

// Lines stores invoice lines; a record that is stored again replaces itself.
type Lines interface {
	Put(ctx context.Context, topic string, partition int32, offset int64, record []byte) error
}

// Reader is a member of the billing group.
type Reader struct {
	group sarama.ConsumerGroup
	lines Lines
	log   *slog.Logger
}

// NewReader joins the group.
func NewReader(brokers []string, cfg *sarama.Config, lines Lines, log *slog.Logger) (*Reader, error) {
	group, err := sarama.NewConsumerGroup(brokers, "billing", cfg)
	if err != nil {
		return nil, fmt.Errorf("join billing: %w", err)
	}
	return &Reader{group: group, lines: lines, log: log}, nil
}

// Run reads records until ctx ends or the group is closed.
func (r *Reader) Run(ctx context.Context) error {
	for { // OR retry-hygiene
		err := r.group.Consume(ctx, []string{"cdr"}, r) // EXPECT retry-hygiene
		if ctx.Err() != nil || errors.Is(err, sarama.ErrClosedConsumerGroup) {
			return ctx.Err()
		}
		if err != nil { // OR retry-hygiene
			r.log.Error("consume call records", "err", err) // OR retry-hygiene
		}
	}
}

// Setup is called when a session begins.
func (r *Reader) Setup(s sarama.ConsumerGroupSession) error {
	r.log.Info("billing session", "member", s.MemberID(), "claims", s.Claims())
	return nil
}

// Cleanup is called when a session ends.
func (r *Reader) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim stores the records of one partition.
func (r *Reader) ConsumeClaim(s sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for {
		select {
		case <-s.Context().Done():
			return nil
		case m, ok := <-claim.Messages():
			if !ok {
				return nil
			}
			if err := r.lines.Put(s.Context(), m.Topic, m.Partition, m.Offset, m.Value); err != nil {
				return fmt.Errorf("store record %d/%d: %w", m.Partition, m.Offset, err)
			}
			s.MarkMessage(m, "")
		}
	}
}
