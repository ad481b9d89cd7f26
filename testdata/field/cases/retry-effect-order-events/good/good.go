// Package good tells a warehouse over JetStream what was ordered.
// Each event carries its id as message id, so the stream drops a repetition of what it has stored.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Ordered is the event of a new order.
type Ordered struct {
	Event string   `json:"event"` // unique
	Order int64    `json:"order"`
	SKUs  []string `json:"skus"`
}

// Events publishes to the orders stream.
type Events struct {
	js       jetstream.JetStream
	ackWait  time.Duration
	attempts int
	log      *slog.Logger
}

// New returns Events over nc.
func New(nc *nats.Conn, log *slog.Logger) (*Events, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, fmt.Errorf("jetstream: %w", err)
	}
	return &Events{js: js, ackWait: 2 * time.Second, attempts: 4, log: log}, nil
}

// Ordered publishes one event.
func (e *Events) Ordered(ctx context.Context, ev Ordered) error {
	data, err := json.Marshal(ev)
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		err = e.publish(ctx, ev, data)
		if err == nil {
			return nil
		}
		if n == e.attempts || ctx.Err() != nil {
			return fmt.Errorf("publish order %d: %w", ev.Order, err)
		}
		e.log.Warn("order event not acknowledged", "order", ev.Order, "n", n, "err", err)
		d := 150 * time.Millisecond << n
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d)):
		}
	}
}

func (e *Events) publish(ctx context.Context, ev Ordered, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, e.ackWait)
	defer cancel()
	_, err := e.js.Publish(ctx, fmt.Sprintf("orders.%d", ev.Order), data, jetstream.WithMsgID(ev.Event))
	return err
}
