// Package bad draws harvest maps for the orders of a kelp farm, one message of a stream after another.
// A map may take two minutes, but the server waits 30 seconds for the acknowledgement and then gives
// the order to the next worker: slow orders are drawn by several workers and run out of deliveries.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const drawLimit = 2 * time.Minute

// Order says which bed of the farm is to be drawn.
type Order struct {
	ID  string `json:"id"`
	Bed string `json:"bed"`
}

// Draw renders the map and replaces the file of that order.
type Draw func(ctx context.Context, o Order) error

// Worker takes orders from the stream.
type Worker struct {
	js   jetstream.JetStream
	draw Draw
	log  *slog.Logger
}

// Run works until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	cons, err := w.consumer(ctx)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		msg, err := cons.Next(jetstream.FetchContext(ctx))
		switch {
		case err == nil:
			w.handle(ctx, msg)
		case errors.Is(err, nats.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		default:
			w.log.Warn("no order fetched", "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(2*time.Second + rand.N(time.Second)):
			}
		}
	}
	return ctx.Err()
}

func (w *Worker) consumer(ctx context.Context) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cons, err := w.js.CreateOrUpdateConsumer(ctx, "KELP", jetstream.ConsumerConfig{
		Durable:       "map-drawers",
		FilterSubject: "kelp.orders",
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       30 * time.Second, // EXPECT retry-timeout
		MaxDeliver:    5,
	})
	if err != nil {
		return nil, fmt.Errorf("consumer of orders: %w", err)
	}
	return cons, nil
}

func (w *Worker) handle(ctx context.Context, msg jetstream.Msg) {
	var o Order
	if err := json.Unmarshal(msg.Data(), &o); err != nil {
		w.settle(msg.TermWithReason("no order"), "")
		return
	}
	drawCtx, cancel := context.WithTimeout(ctx, drawLimit) // OR retry-timeout
	defer cancel()
	if err := w.draw(drawCtx, o); err != nil { // OR retry-timeout
		w.log.Error("map not drawn", "order", o.ID, "err", err)
		w.settle(msg.NakWithDelay(time.Minute), o.ID)
		return
	}
	w.settle(msg.Ack(), o.ID)
}

func (w *Worker) settle(err error, order string) {
	if err != nil {
		w.log.Warn("order not settled", "order", order, "err", err)
	}
}
