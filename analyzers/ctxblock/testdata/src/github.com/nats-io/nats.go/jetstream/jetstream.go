// Package jetstream is a stub.
package jetstream

type Msg interface{ Ack() error }
type MessageHandler func(msg Msg)
type Consumer interface {
	Consume(handler MessageHandler, opts ...any) (any, error)
}
