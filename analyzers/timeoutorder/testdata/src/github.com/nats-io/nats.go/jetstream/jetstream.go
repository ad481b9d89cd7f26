package jetstream

import (
	"context"
	"time"
)

type AckPolicy int

type ConsumerConfig struct {
	Durable    string
	AckPolicy  AckPolicy
	AckWait    time.Duration
	BackOff    []time.Duration
	MaxDeliver int
}

type Msg interface {
	Data() []byte
	Ack() error
	Nak() error
	InProgress() error
}

type Consumer interface{ Next() (Msg, error) }

type JetStream interface {
	CreateOrUpdateConsumer(ctx context.Context, stream string, cfg ConsumerConfig) (Consumer, error)
}
