// Package bad hands door counts of trams to RabbitMQ, a batch at a time, with publisher confirms.
// When the broker rejects some messages of a batch, the whole batch is published again: whoever adds
// the counts up sees those that were confirmed once more in each round.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Count is the number of people who went through a door at a stop.
type Count struct {
	Tram string
	Body []byte
}

// Feed publishes counts. Its channel is in confirm mode.
type Feed struct {
	ch       *amqp.Channel
	exchange string
	rounds   int
	budget   time.Duration
	log      *slog.Logger
}

// NewFeed puts ch into confirm mode.
func NewFeed(ch *amqp.Channel, exchange string, log *slog.Logger) (*Feed, error) {
	if err := ch.Confirm(false); err != nil {
		return nil, fmt.Errorf("confirm mode: %w", err)
	}
	return &Feed{ch: ch, exchange: exchange, rounds: 4, budget: 20 * time.Second, log: log}, nil
}

// Send publishes a batch.
func (f *Feed) Send(ctx context.Context, batch []Count) error {
	ctx, cancel := context.WithTimeout(ctx, f.budget)
	defer cancel()
	for round := 1; ; round++ { // OR retry-effect
		rejected, err := f.publish(ctx, batch) // EXPECT retry-effect
		if err != nil {
			return fmt.Errorf("publish %d counts: %w", len(batch), err)
		}
		if len(rejected) == 0 {
			return nil
		}
		if round == f.rounds {
			return fmt.Errorf("publish counts: broker rejected %d of %d", len(rejected), len(batch))
		}
		f.log.Warn("batch partly rejected", "round", round, "rejected", len(rejected), "of", len(batch))
		select {
		case <-time.After(100*time.Millisecond<<round + rand.N(100*time.Millisecond)):
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("%d counts left", len(rejected)), ctx.Err())
		}
	}
}

// publish returns the counts that the broker did not take.
func (f *Feed) publish(ctx context.Context, batch []Count) ([]Count, error) {
	confirms := make([]*amqp.DeferredConfirmation, len(batch))
	for i, c := range batch {
		msg := amqp.Publishing{DeliveryMode: amqp.Persistent, Body: c.Body}
		conf, err := f.ch.PublishWithDeferredConfirmWithContext(ctx, f.exchange, c.Tram, false, false, msg) // OR retry-effect
		if err != nil {
			return nil, fmt.Errorf("tram %s: %w", c.Tram, err)
		}
		confirms[i] = conf
	}
	var rejected []Count
	for i, conf := range confirms {
		taken, err := conf.WaitContext(ctx)
		if err != nil {
			return nil, fmt.Errorf("confirm of tram %s: %w", batch[i].Tram, err)
		}
		if !taken {
			rejected = append(rejected, batch[i])
		}
	}
	return rejected, nil
}
