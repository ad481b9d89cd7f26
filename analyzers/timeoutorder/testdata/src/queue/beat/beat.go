// Package beat tells the queue that the work goes on.
package beat

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
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		tick := time.NewTicker(10 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				msg.InProgress()
			}
		}
	}()
	if err := w.draw(ctx, msg.Data()); err != nil {
		return msg.Nak()
	}
	return msg.Ack()
}
