// Package jetstream is a stub.
package jetstream

import (
	"context"
	"time"
)

type Msg interface {
	Data() []byte
	Ack() error
	Nak() error
	NakWithDelay(d time.Duration) error
	Term() error
}
type MessageHandler func(msg Msg)

type PubAck struct{}

type publishOpts struct{}

type PublishOpt func(*publishOpts) error

func WithMsgID(id string) PublishOpt       { return nil }
func WithRetryAttempts(n int) PublishOpt   { return nil }
func WithExpectStream(s string) PublishOpt { return nil }

type Publisher interface {
	Publish(ctx context.Context, subject string, payload []byte, opts ...PublishOpt) (*PubAck, error)
}

type JetStream interface{ Publisher }
