// Package bad publishes marching orders for a parade with publisher confirms. An order whose
// confirmation is late is published again, as if the broker had refused it; mostly the broker
// has it and only the confirmation is slow, and the band gets its order twice.
package bad

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

const (
	publishTries = 3
	confirmLimit = 4 * time.Second
)

var (
	errRefused = errors.New("broker refused the order")
	errUnclear = errors.New("no confirmation in time")
)

// Order sends a band somewhere.
type Order struct {
	Band   string `json:"band"`
	Corner string `json:"corner"`
}

// Marshal publishes orders on a channel in confirm mode.
type Marshal struct {
	ch       *amqp.Channel
	exchange string
	log      *slog.Logger
}

// NewMarshal puts the channel into confirm mode.
func NewMarshal(ch *amqp.Channel, exchange string, log *slog.Logger) (*Marshal, error) {
	if err := ch.Confirm(false); err != nil {
		return nil, fmt.Errorf("confirm mode: %w", err)
	}
	return &Marshal{ch: ch, exchange: exchange, log: log}, nil
}

// Send publishes an order.
func (m *Marshal) Send(ctx context.Context, o Order) error {
	raw, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("encode order: %w", err)
	}
	for try := 1; ; try++ { // OR retry-effect
		err := m.publish(ctx, o.Band, raw) // EXPECT retry-effect
		if err == nil {
			return nil
		}
		if try == publishTries || !(errors.Is(err, errRefused) || errors.Is(err, errUnclear)) { // OR retry-effect
			return fmt.Errorf("order for %s: %w", o.Band, err)
		}
		m.log.WarnContext(ctx, "order not published", "band", o.Band, "try", try, "err", err)
		select {
		case <-time.After(200*time.Millisecond<<try + rand.N(200*time.Millisecond)):
		case <-ctx.Done():
			return fmt.Errorf("order for %s: %w", o.Band, errors.Join(err, ctx.Err()))
		}
	}
}

func (m *Marshal) publish(ctx context.Context, band string, raw []byte) error {
	msg := amqp.Publishing{ContentType: "application/json", DeliveryMode: amqp.Persistent, Body: raw}
	conf, err := m.ch.PublishWithDeferredConfirmWithContext(ctx, m.exchange, "band."+band, false, false, msg) // OR retry-effect
	if err != nil {
		return err
	}
	waitCtx, cancel := context.WithTimeout(ctx, confirmLimit)
	defer cancel()
	acked, err := conf.WaitContext(waitCtx)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return errUnclear
	case !acked:
		return errRefused
	}
	return nil
}
