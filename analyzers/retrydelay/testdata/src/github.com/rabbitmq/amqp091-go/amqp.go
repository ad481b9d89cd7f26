// Package amqp091 declares what the tests call.
package amqp091

type Table map[string]any

type Delivery struct {
	Body        []byte
	Redelivered bool
}

func (d Delivery) Ack(multiple bool) error           { return nil }
func (d Delivery) Nack(multiple, requeue bool) error { return nil }
func (d Delivery) Reject(requeue bool) error         { return nil }

type Queue struct{}

type Channel struct{}

func (c *Channel) QueueDeclare(name string, durable, del, excl, noWait bool, args Table) (Queue, error) {
	return Queue{}, nil
}
