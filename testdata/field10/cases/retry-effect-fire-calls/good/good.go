// Package good hands the calls of a fire station to RabbitMQ, from where they reach the pagers.
// A call is published again only after the broker has said that it did not take it. When no
// confirmation comes, the dispatcher is told and decides.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

const confirmTimeout = 3 * time.Second

var errRefused = errors.New("broker did not take the call")

// Call is one alarm.
type Call struct {
	Street string `json:"street"`
	Kind   string `json:"kind"`
}

// Desk publishes calls.
type Desk struct {
	ch       *amqp.Channel
	exchange string
	tries    int
	budget   time.Duration
	log      *slog.Logger
}

// NewDesk puts ch into confirm mode.
func NewDesk(ch *amqp.Channel, exchange string, log *slog.Logger) (*Desk, error) {
	if err := ch.Confirm(false); err != nil {
		return nil, fmt.Errorf("confirm mode: %w", err)
	}
	return &Desk{ch: ch, exchange: exchange, tries: 3, budget: 15 * time.Second, log: log}, nil
}

// Alarm sends a call to the crew.
func (d *Desk) Alarm(ctx context.Context, crew string, c Call) error {
	ctx, cancel := context.WithTimeout(ctx, d.budget)
	defer cancel()
	body, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("encode call: %w", err)
	}
	for try := 1; ; try++ {
		err := d.publish(ctx, crew, body)
		if err == nil {
			return nil
		}
		if try == d.tries || !errors.Is(err, errRefused) {
			return fmt.Errorf("alarm %s: %w", crew, err)
		}
		d.log.Warn("call refused", "crew", crew, "try", try, "err", err)
		select {
		case <-time.After(200*time.Millisecond + rand.N(200*time.Millisecond)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

// publish returns when the broker has taken or refused the call.
func (d *Desk) publish(ctx context.Context, crew string, body []byte) error {
	ctx, cancel := context.WithTimeout(ctx, confirmTimeout)
	defer cancel()
	confirm, err := d.ch.PublishWithDeferredConfirmWithContext(ctx, d.exchange, crew, false, false, amqp.Publishing{
		ContentType:  "application/json",
		DeliveryMode: amqp.Persistent,
		Body:         body,
	})
	if err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	taken, err := confirm.WaitContext(ctx)
	if err != nil {
		return fmt.Errorf("wait for confirmation: %w", err)
	}
	if !taken {
		return errRefused
	}
	return nil
}
