// Package jetstream is a stub.
package jetstream

import "time"

type Msg interface {
	Data() []byte
	Ack() error
	Nak() error
	NakWithDelay(d time.Duration) error
	Term() error
}
type MessageHandler func(msg Msg)
