// Package bad passes orders of a market on to farms over AMQP. Each order waits for the broker's
// confirmation in a Wait without context or limit. Now and then a confirmation is lost with its
// channel, and the request that waits for it stays for ever.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Order is what a market needs.
type Order struct {
	Farm  string `json:"farm"`
	Crop  string `json:"crop"`
	Kilos int    `json:"kilos"`
}

var errRefused = errors.New("broker refused the order")

// Publisher sends orders over a channel in confirm mode.
type Publisher struct {
	ch       *amqp.Channel
	exchange string
}

// NewPublisher puts a channel into confirm mode and returns a publisher on it.
func NewPublisher(ch *amqp.Channel, exchange string) (*Publisher, error) {
	if err := ch.Confirm(false); err != nil {
		return nil, err
	}
	return &Publisher{ch: ch, exchange: exchange}, nil
}

// Publish sends an order and returns when the broker has it.
func (p *Publisher) Publish(ctx context.Context, o Order) error {
	body, err := json.Marshal(o)
	if err != nil {
		return err
	}
	sent, err := p.ch.PublishWithDeferredConfirmWithContext(ctx, p.exchange, o.Farm, true, false, amqp.Publishing{
		ContentType:  "application/json",
		DeliveryMode: amqp.Persistent,
		Body:         body,
	})
	if err != nil {
		return err
	}
	if !sent.Wait() { // EXPECT blocking-no-ctx // OR ignored-done
		return errRefused
	}
	return nil
}

// Market takes orders.
type Market struct {
	farms *Publisher
	log   *slog.Logger
}

// ServeHTTP takes one order.
func (m *Market) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var o Order
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&o); err != nil || o.Kilos <= 0 {
		http.Error(w, "unreadable order", http.StatusBadRequest)
		return
	}
	if err := m.farms.Publish(r.Context(), o); err != nil { // OR blocking-no-ctx
		m.log.ErrorContext(r.Context(), "order not passed on", "farm", o.Farm, "err", err)
		http.Error(w, "try again later", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
