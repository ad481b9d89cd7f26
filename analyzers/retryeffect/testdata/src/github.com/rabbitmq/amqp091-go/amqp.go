// Package amqp091 is a stub.
package amqp091

type Delivery struct{ Body []byte }

func (d Delivery) Ack(multiple bool) error           { return nil }
func (d Delivery) Nack(multiple, requeue bool) error { return nil }
func (d Delivery) Reject(requeue bool) error         { return nil }
