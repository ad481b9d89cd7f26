// Package bad moves rows of the outbox table to a RabbitMQ exchange.
package bad

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/sethvargo/go-retry"
)

// ErrRefused is returned when the broker does not take a message.
var ErrRefused = errors.New("broker refused the message")

// Entry is a row that waits to be sent.
type Entry struct {
	ID      int64
	Key     string
	Payload []byte
}

// Relay owns a channel in confirm mode.
type Relay struct {
	db       *sql.DB
	ch       *amqp.Channel
	exchange string
}

// Forward sends one entry and removes it from the table.
func (r *Relay) Forward(ctx context.Context, e Entry) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err := retry.Do(ctx, schedule(), func(ctx context.Context) error {
		if err := r.publish(ctx, e); err != nil { // OR retry-effect
			return err
		}
		return retry.RetryableError(r.remove(ctx, e.ID)) // OR retry-effect
	})
	if err != nil {
		return fmt.Errorf("forward entry %d: %w", e.ID, err)
	}
	return nil
}

func (r *Relay) publish(ctx context.Context, e Entry) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conf, err := r.ch.PublishWithDeferredConfirmWithContext(ctx, r.exchange, e.Key, true, false, amqp.Publishing{ // EXPECT retry-effect
		ContentType:  "application/json",
		DeliveryMode: amqp.Persistent,
		Body:         e.Payload,
	})
	if err != nil {
		return err
	}
	ok, err := conf.WaitContext(ctx)
	if err == nil && !ok {
		err = ErrRefused
	}
	return err
}

func (r *Relay) remove(ctx context.Context, id int64) error {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	_, err := r.db.ExecContext(ctx, `DELETE FROM outbox WHERE id = $1`, id)
	return err
}

func schedule() retry.Backoff {
	b := retry.NewExponential(200 * time.Millisecond)
	b = retry.WithJitterPercent(30, b)
	return retry.WithMaxRetries(4, b)
}
