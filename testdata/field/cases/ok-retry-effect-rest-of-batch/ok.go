// Package ok writes trace spans to a Kafka topic.
// It is right although WriteMessages stands in a loop with a back-off: what was written is cut off the slice, and
// each round sends only what is left. The writer itself makes one attempt.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/segmentio/kafka-go"
)

const (
	chunk   = 200
	patient = 5 // rounds in a row that the broker may refuse
)

// Spans writes spans.
type Spans struct {
	w *kafka.Writer
}

// New returns Spans.
func New(topic string, brokers ...string) *Spans {
	return &Spans{w: &kafka.Writer{Addr: kafka.TCP(brokers...), Topic: topic, MaxAttempts: 1, BatchSize: chunk, BatchTimeout: 10 * time.Millisecond}}
}

// Write writes spans in order and returns how many were written.
func (s *Spans) Write(ctx context.Context, spans [][]byte) (int, error) {
	written, refused := 0, 0
	for written < len(spans) {
		n := min(chunk, len(spans)-written)
		msgs := make([]kafka.Message, n)
		for i, b := range spans[written : written+n] {
			msgs[i] = kafka.Message{Value: b}
		}
		err := s.w.WriteMessages(ctx, msgs...)
		if err == nil {
			written += n
			refused = 0
			continue
		}
		refused++
		if !nothingStored(err) || refused == patient || ctx.Err() != nil {
			return written, fmt.Errorf("%d of %d spans written: %w", written, len(spans), err)
		}
		d := 100 * time.Millisecond << refused
		select {
		case <-ctx.Done():
			return written, errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d)):
		}
	}
	return written, nil
}

// nothingStored reports whether the broker has turned every message of a chunk down.
func nothingStored(err error) bool {
	var each kafka.WriteErrors
	if !errors.As(err, &each) {
		return false
	}
	for _, e := range each {
		if !errors.Is(e, kafka.NotLeaderForPartition) && !errors.Is(e, kafka.LeaderNotAvailable) {
			return false
		}
	}
	return true
}

// Close flushes and closes.
func (s *Spans) Close() error { return s.w.Close() }
