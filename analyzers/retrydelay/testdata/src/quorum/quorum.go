// Package quorum declares a queue that limits how often a message comes back.
package quorum

import amqp "github.com/rabbitmq/amqp091-go"

func declare(ch *amqp.Channel) error {
	_, err := ch.QueueDeclare("q", true, false, false, false, amqp.Table{"x-queue-type": "quorum"})
	return err
}

func nack(in <-chan amqp.Delivery, book func([]byte) error) {
	for d := range in {
		if err := book(d.Body); err != nil {
			d.Nack(false, true)
		}
	}
}
