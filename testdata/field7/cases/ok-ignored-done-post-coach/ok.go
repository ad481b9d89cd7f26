// Package ok loads letters onto a mail coach. The loop over the deliveries asks no context;
// but the consumer was opened with one, and at its end the client cancels the consumer and
// closes the channel of deliveries, which ends the loop.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	amqp "github.com/rabbitmq/amqp091-go"
)

// ErrLost says that the broker closed the channel by itself.
var ErrLost = errors.New("deliveries ended")

// Letter is one piece of mail.
type Letter struct {
	To    string `json:"to"`
	Grams int    `json:"grams"`
}

// Coach carries letters.
type Coach interface {
	Load(ctx context.Context, l Letter) error
}

// Loader takes letters off a queue.
type Loader struct {
	ch    *amqp.Channel
	queue string
	coach Coach
	log   *slog.Logger
}

// NewLoader returns a loader that has at most ahead letters in hand.
func NewLoader(ch *amqp.Channel, queue string, ahead int, coach Coach, log *slog.Logger) (*Loader, error) {
	if err := ch.Qos(ahead, 0, false); err != nil {
		return nil, fmt.Errorf("limit letters: %w", err)
	}
	return &Loader{ch: ch, queue: queue, coach: coach, log: log}, nil
}

// Run loads letters until ctx ends. The owner of the channel closes it afterwards, which
// gives letters that were sent ahead back to the queue.
func (l *Loader) Run(ctx context.Context) error {
	deliveries, err := l.ch.ConsumeWithContext(ctx, l.queue, "", false, false, false, false, nil)
	if err != nil {
		return fmt.Errorf("consume %s: %w", l.queue, err)
	}
	for d := range deliveries {
		if err := l.load(ctx, d); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("consume %s: %w", l.queue, ErrLost)
}

func (l *Loader) load(ctx context.Context, d amqp.Delivery) error {
	var letter Letter
	if err := json.Unmarshal(d.Body, &letter); err != nil {
		l.log.WarnContext(ctx, "unreadable letter", "tag", d.DeliveryTag, "err", err)
		return d.Reject(false)
	}
	if err := l.coach.Load(ctx, letter); err != nil {
		return errors.Join(fmt.Errorf("load letter for %s: %w", letter.To, err), d.Nack(false, true))
	}
	return d.Ack(false)
}
