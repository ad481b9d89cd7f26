// Package ok reports the passages of ships through a lock to a JetStream stream. A publish whose
// acknowledgement got lost is repeated, and it is right: all tries carry the passage's own
// number as message ID, and the stream drops an ID that it has seen in the last minutes.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/avast/retry-go/v5"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	perTry = 2 * time.Second
	budget = 12 * time.Second
	window = 5 * time.Minute
)

// Passage is one ship going through.
type Passage struct {
	Number string    `json:"number"`
	Ship   string    `json:"ship"`
	At     time.Time `json:"at"`
}

// Reporter publishes passages.
type Reporter struct {
	js  jetstream.JetStream
	log *slog.Logger
}

// NewReporter makes sure that the stream is there and remembers IDs long enough.
func NewReporter(ctx context.Context, js jetstream.JetStream, log *slog.Logger) (*Reporter, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	_, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:       "PASSAGES",
		Subjects:   []string{"lock.passages"},
		Duplicates: window,
	})
	if err != nil {
		return nil, fmt.Errorf("stream of passages: %w", err)
	}
	return &Reporter{js: js, log: log}, nil
}

// Report publishes one passage.
func (r *Reporter) Report(ctx context.Context, p Passage) error {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	raw, err := json.Marshal(p)
	if err != nil {
		return err
	}
	err = retry.New(
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(100*time.Millisecond),
		retry.LastErrorOnly(true),
	).Do(func() error {
		ctx, cancel := context.WithTimeout(ctx, perTry)
		defer cancel()
		ack, err := r.js.Publish(ctx, "lock.passages", raw, jetstream.WithMsgID(p.Number), jetstream.WithRetryAttempts(0))
		if err == nil && ack.Duplicate {
			r.log.Info("passage was there already", "number", p.Number)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("report passage %s: %w", p.Number, err)
	}
	return nil
}
