package acks

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

type worker struct {
	js   jetstream.JetStream
	draw func(ctx context.Context, data []byte) error
}

func (w *worker) open(ctx context.Context) (jetstream.Consumer, error) {
	return w.js.CreateOrUpdateConsumer(ctx, "MAPS", jetstream.ConsumerConfig{
		AckWait:    30 * time.Second, // want `a message that is not acknowledged after 30s is delivered again, but \(\*worker\).handle may take 2m`
		MaxDeliver: 5,
	})
}

func (w *worker) handle(ctx context.Context, msg jetstream.Msg) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	if err := w.draw(ctx, msg.Data()); err != nil {
		return msg.Nak()
	}
	return msg.Ack()
}
