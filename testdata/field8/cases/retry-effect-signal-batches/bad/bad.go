// Package bad publishes the signals of a railway yard in batches with broker confirms. When the
// broker refuses a few signals, the next round publishes the whole batch: those already
// confirmed are delivered, and acted on, again.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Signal is a command to one piece of equipment, such as "step the switch on by one".
type Signal struct {
	Route string
	Body  []byte
}

// Yard publishes signals; its channel is in confirm mode.
type Yard struct {
	ch       *amqp.Channel
	exchange string
	rounds   int
	budget   time.Duration
	log      *slog.Logger
}

// NewYard puts ch into confirm mode.
func NewYard(ch *amqp.Channel, exchange string, log *slog.Logger) (*Yard, error) {
	if err := ch.Confirm(false); err != nil {
		return nil, fmt.Errorf("confirm mode: %w", err)
	}
	return &Yard{ch: ch, exchange: exchange, rounds: 4, budget: 20 * time.Second, log: log}, nil
}

// Send returns after the broker has taken all signals.
func (y *Yard) Send(ctx context.Context, signals []Signal) error {
	ctx, cancel := context.WithTimeout(ctx, y.budget)
	defer cancel()
	for round := 1; ; round++ { // OR retry-effect
		refused, err := y.publish(ctx, signals) // EXPECT retry-effect
		if err != nil {
			return fmt.Errorf("publish signals: %w", err)
		}
		if len(refused) == 0 {
			return nil
		}
		if round == y.rounds {
			return fmt.Errorf("publish signals: %d refused in the last of %d rounds", len(refused), round)
		}
		y.log.Warn("signals refused", "refused", len(refused), "round", round)
		select {
		case <-time.After(100*time.Millisecond<<round + rand.N(100*time.Millisecond)):
		case <-ctx.Done():
			return fmt.Errorf("publish signals: %d refused: %w", len(refused), ctx.Err())
		}
	}
}

// publish returns the signals that the broker did not take.
func (y *Yard) publish(ctx context.Context, signals []Signal) ([]Signal, error) {
	pending := make([]*amqp.DeferredConfirmation, len(signals))
	for i, s := range signals {
		c, err := y.ch.PublishWithDeferredConfirmWithContext(ctx, y.exchange, s.Route, false, false, // OR retry-effect
			amqp.Publishing{DeliveryMode: amqp.Persistent, Body: s.Body})
		if err != nil {
			return nil, err
		}
		pending[i] = c
	}
	var refused []Signal
	for i, c := range pending {
		acked, err := c.WaitContext(ctx)
		if err != nil {
			return nil, err
		}
		if !acked {
			refused = append(refused, signals[i])
		}
	}
	return refused, nil
}
