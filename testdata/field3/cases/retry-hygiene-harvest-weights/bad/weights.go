// Package bad books the weights of harvested grapes from a queue.
// A delivery that fails goes back to the head of its queue without a pause: while the books are
// closed, the same message goes round thousands of times a second.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

const (
	queue   = "weights"
	waiting = "weights.wait"
)

// Books take weights; a ticket that is booked already is left alone.
type Books interface {
	Book(ctx context.Context, ticket string, body []byte) error
}

// Consumer books.
type Consumer struct {
	ch    *amqp.Channel
	books Books
	log   *slog.Logger
}

// Declare makes both queues.
func (c *Consumer) Declare() error {
	if _, err := c.ch.QueueDeclare(queue, true, false, false, false, amqp.Table{
		"x-dead-letter-exchange": "", "x-dead-letter-routing-key": waiting,
	}); err != nil {
		return err
	}
	_, err := c.ch.QueueDeclare(waiting, true, false, false, false, amqp.Table{
		"x-dead-letter-exchange": "", "x-dead-letter-routing-key": queue, "x-message-ttl": int32(30_000),
	})
	return err
}

// Run books until the channel closes or ctx ends.
func (c *Consumer) Run(ctx context.Context) error {
	in, err := c.ch.ConsumeWithContext(ctx, queue, "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range in { // OR retry-hygiene
		if err := c.book(ctx, d); err != nil { // OR retry-hygiene
			c.log.Error("weight not booked", "ticket", d.MessageId, "err", err)
			err = d.Nack(false, true) // EXPECT retry-hygiene
			if err != nil {
				return fmt.Errorf("nack: %w", err)
			}
			continue
		}
		if err := d.Ack(false); err != nil {
			return fmt.Errorf("ack: %w", err)
		}
	}
	return ctx.Err()
}

func (c *Consumer) book(ctx context.Context, d amqp.Delivery) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return c.books.Book(ctx, d.MessageId, d.Body)
}
