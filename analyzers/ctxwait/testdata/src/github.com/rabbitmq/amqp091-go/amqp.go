// Package amqp091 stands in for the RabbitMQ client.
package amqp091

type Connection struct{}

type Channel struct{}

type Delivery struct{ Body []byte }

type Table map[string]any

func Dial(url string) (*Connection, error) { return nil, nil }

func (*Connection) Channel() (*Channel, error) { return nil, nil }
func (*Connection) Close() error               { return nil }
func (*Channel) Close() error                  { return nil }
func (*Channel) Consume(queue, consumer string, autoAck, exclusive, noLocal, noWait bool, args Table) (<-chan Delivery, error) {
	return nil, nil
}
