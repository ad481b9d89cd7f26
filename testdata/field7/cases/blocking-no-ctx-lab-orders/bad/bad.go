// Package bad takes orders for a medical laboratory and hands them to RabbitMQ. An order
// counts as taken once the broker has confirmed it. The wait for that confirmation knows no
// context and no limit: a broker that keeps the connection and confirms nothing, as one does
// that ran out of disk, keeps every nurse's request open.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

const acceptLimit = 5 * time.Second

var errRefused = errors.New("broker refused the order")

// Order asks for one test.
type Order struct {
	ID      string `json:"id"`
	Patient string `json:"patient"`
	Test    string `json:"test"`
}

// Outbox publishes orders on a channel in confirm mode.
type Outbox struct {
	ch       *amqp.Channel
	exchange string
}

// NewOutbox puts ch into confirm mode.
func NewOutbox(ch *amqp.Channel, exchange string) (*Outbox, error) {
	if err := ch.Confirm(false); err != nil {
		return nil, fmt.Errorf("confirm mode: %w", err)
	}
	return &Outbox{ch: ch, exchange: exchange}, nil
}

// Put publishes one order and waits until the broker has it.
func (o *Outbox) Put(ctx context.Context, order Order) error {
	ctx, cancel := context.WithTimeout(ctx, acceptLimit)
	defer cancel()

	body, err := json.Marshal(order)
	if err != nil {
		return fmt.Errorf("encode order: %w", err)
	}
	receipt, err := o.ch.PublishWithDeferredConfirmWithContext(ctx, o.exchange, order.Test, false, false,
		amqp.Publishing{
			ContentType:  "application/json",
			DeliveryMode: amqp.Persistent,
			MessageId:    order.ID,
			Body:         body,
		})
	if err != nil {
		return fmt.Errorf("publish order %s: %w", order.ID, err)
	}
	if !receipt.Wait() { // EXPECT blocking-no-ctx // OR ignored-done
		return fmt.Errorf("order %s: %w", order.ID, errRefused)
	}
	return nil
}

// Desk is the endpoint of the wards.
type Desk struct {
	outbox *Outbox
	log    *slog.Logger
}

// ServeHTTP takes one order.
func (d *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var order Order
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 64<<10)).Decode(&order); err != nil || order.ID == "" {
		http.Error(w, "unreadable order", http.StatusBadRequest)
		return
	}
	if err := d.outbox.Put(r.Context(), order); err != nil {
		d.log.ErrorContext(r.Context(), "order not taken", "order", order.ID, "err", err)
		http.Error(w, "order not taken", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
