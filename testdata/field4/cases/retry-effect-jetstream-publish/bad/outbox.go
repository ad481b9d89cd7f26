// Package outbox relays rows of the outbox table to the message bus.
package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Row is one event that waits to be relayed.
type Row struct {
	ID      string
	Subject string
	Data    []byte
}

// Relay publishes rows.
type Relay struct {
	js   jetstream.JetStream
	done func(ctx context.Context, id string) error
}

// New returns a Relay that reports published rows to done.
func New(js jetstream.JetStream, done func(ctx context.Context, id string) error) *Relay {
	return &Relay{js: js, done: done}
}

// Drain relays the rows in order.
func (r *Relay) Drain(ctx context.Context, rows []Row) error {
	for _, row := range rows {
		if err := r.relay(ctx, row); err != nil {
			return fmt.Errorf("relay %s: %w", row.ID, err)
		}
		if err := r.done(ctx, row.ID); err != nil {
			return fmt.Errorf("note %s: %w", row.ID, err)
		}
	}
	return nil
}

func (r *Relay) relay(ctx context.Context, row Row) error {
	publish := func() (*jetstream.PubAck, error) {
		tryCtx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		ack, err := r.js.Publish(tryCtx, row.Subject, row.Data, jetstream.WithRetryAttempts(0)) // EXPECT retry-effect
		if err != nil && (ctx.Err() != nil || !unanswered(err)) {
			return nil, backoff.Permanent(err)
		}
		return ack, err
	}
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 150 * time.Millisecond
	bo.MaxInterval = 2 * time.Second
	_, err := backoff.Retry(ctx, publish, backoff.WithBackOff(bo), backoff.WithMaxTries(5), backoff.WithMaxElapsedTime(25*time.Second)) // OR retry-effect
	return err
}

func unanswered(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse)
}
