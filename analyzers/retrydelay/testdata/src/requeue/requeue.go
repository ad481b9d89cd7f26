// Package requeue gives messages back to a queue that it declares.
package requeue

import (
	"context"
	"log"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

func declare(ch *amqp.Channel) error {
	_, err := ch.QueueDeclare("q", true, false, false, false, amqp.Table{"x-dead-letter-exchange": ""})
	return err
}

type books interface{ Book(body []byte) error }

func nack(in <-chan amqp.Delivery, b books) error {
	for d := range in {
		if err := b.Book(d.Body); err != nil {
			log.Print(err)
			err = d.Nack(false, true) // want `goes back to the head of its queue and comes again at once`
			if err != nil {
				return err
			}
			continue
		}
		d.Ack(false)
	}
	return nil
}

func reject(in <-chan amqp.Delivery, b books) {
	for d := range in {
		err := b.Book(d.Body)
		if err != nil {
			d.Reject(true) // want `goes back to the head of its queue and comes again at once`
		} else {
			d.Ack(false)
		}
	}
}

func asks(in <-chan amqp.Delivery, b books) {
	for d := range in {
		if err := b.Book(d.Body); err != nil {
			if nerr := d.Nack(false, true); nerr != nil { // want `goes back to the head of its queue and comes again at once`
				return
			}
		}
	}
}

func dead(in <-chan amqp.Delivery, b books) {
	for d := range in {
		if err := b.Book(d.Body); err != nil {
			d.Nack(false, false)
		}
	}
}

func pauses(in <-chan amqp.Delivery, b books) {
	for d := range in {
		if err := b.Book(d.Body); err != nil {
			time.Sleep(time.Second)
			d.Nack(false, true)
		}
	}
}

// At the end of the context the messages in hand go back.
func leaves(ctx context.Context, in <-chan amqp.Delivery, b books) error {
	for d := range in {
		if ctx.Err() != nil {
			d.Nack(false, true)
			return ctx.Err()
		}
		if err := b.Book(d.Body); err != nil {
			d.Nack(false, false)
		}
	}
	return nil
}

// It leaves after the first failure; who starts it again may wait.
func gives(in <-chan amqp.Delivery, b books) error {
	for d := range in {
		if err := b.Book(d.Body); err != nil {
			d.Nack(false, true)
			return err
		}
	}
	return nil
}
