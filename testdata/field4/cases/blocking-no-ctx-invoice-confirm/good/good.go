// Package good takes invoices over HTTP and hands them to the accounting system through RabbitMQ.
// An invoice is accepted only when the broker has confirmed it.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

const acceptLimit = 6 * time.Second

var errRefused = errors.New("broker refused the message")

// Outbox publishes on one channel in confirm mode.
type Outbox struct {
	exchange string
	ch       *amqp.Channel
}

// NewOutbox puts the channel into confirm mode.
func NewOutbox(ch *amqp.Channel, exchange string) (*Outbox, error) {
	if err := ch.Confirm(false); err != nil {
		return nil, fmt.Errorf("confirm mode: %w", err)
	}
	return &Outbox{exchange: exchange, ch: ch}, nil
}

// Put publishes an invoice and returns when the broker has it.
func (o *Outbox) Put(ctx context.Context, number string, xml []byte) error {
	confirmation, err := o.ch.PublishWithDeferredConfirmWithContext(ctx, o.exchange, "invoice.received", false, false, amqp.Publishing{
		ContentType:  "application/xml",
		DeliveryMode: amqp.Persistent,
		MessageId:    number,
		Timestamp:    time.Now(),
		Body:         xml,
	})
	if err != nil {
		return fmt.Errorf("publish invoice %s: %w", number, err)
	}
	acked, err := confirmation.WaitContext(ctx)
	if err != nil {
		return fmt.Errorf("invoice %s is unconfirmed: %w", number, err)
	}
	if !acked {
		return fmt.Errorf("invoice %s: %w", number, errRefused)
	}
	return nil
}

// Inbox is the HTTP endpoint.
type Inbox struct {
	outbox *Outbox
	log    *slog.Logger
}

// ServeHTTP takes one invoice.
func (in *Inbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	xml, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		http.Error(w, "invoice too large", http.StatusRequestEntityTooLarge)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), acceptLimit)
	defer cancel()
	if err := in.outbox.Put(ctx, r.PathValue("number"), xml); err != nil {
		in.log.ErrorContext(ctx, "invoice not accepted", "err", err)
		http.Error(w, "try again later", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
