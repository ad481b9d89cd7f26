// Package acked acknowledges a message before the work begins.
package acked

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
	return w.js.CreateOrUpdateConsumer(ctx, "MAPS", jetstream.ConsumerConfig{AckWait: 30 * time.Second})
}

func (w *worker) handle(ctx context.Context, msg jetstream.Msg) error {
	if err := msg.Ack(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	return w.draw(ctx, msg.Data())
}
