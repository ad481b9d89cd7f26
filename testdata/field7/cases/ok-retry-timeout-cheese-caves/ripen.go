// Package ok computes ripening plans for cheese caves, one message of a stream after another.
// A plan may take ten minutes while the server expects an acknowledgement within thirty seconds; that
// is right, because the worker tells the server every ten seconds that it is still at work.
package ok

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

const (
	ackWait   = 30 * time.Second
	signEvery = ackWait / 3
	planLimit = 10 * time.Minute
)

// Cave is the subject of a plan.
type Cave struct {
	Name    string  `json:"name"`
	Celsius float64 `json:"celsius"`
	Wheels  int     `json:"wheels"`
}

// Planner computes a plan and replaces the stored one.
type Planner func(ctx context.Context, c Cave) error

// Worker plans.
type Worker struct {
	js   jetstream.JetStream
	plan Planner
	log  *slog.Logger
}

// Run works until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	cons, err := w.js.CreateOrUpdateConsumer(ctx, "CAVES", jetstream.ConsumerConfig{
		Durable:       "planners",
		FilterSubject: "caves.changed",
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       ackWait,
		MaxDeliver:    4,
	})
	if err != nil {
		return fmt.Errorf("consumer of caves: %w", err)
	}
	for ctx.Err() == nil {
		msg, err := cons.Next(jetstream.FetchContext(ctx))
		switch {
		case err == nil:
			w.settle(w.handle(ctx, msg))
		case errors.Is(err, nats.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		default:
			w.log.Warn("no cave fetched", "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(3*time.Second + rand.N(2*time.Second)):
			}
		}
	}
	return ctx.Err()
}

// handle returns the error of the message's last word.
func (w *Worker) handle(ctx context.Context, msg jetstream.Msg) error {
	var c Cave
	if err := json.Unmarshal(msg.Data(), &c); err != nil {
		return msg.TermWithReason("no cave")
	}
	ctx, cancel := context.WithTimeout(ctx, planLimit)
	defer cancel()

	done := make(chan error, 1)
	go func() { done <- w.plan(ctx, c) }()

	sign := time.NewTicker(signEvery)
	defer sign.Stop()
	for {
		select {
		case <-sign.C:
			if err := msg.InProgress(); err != nil {
				w.log.Warn("no sign of life", "cave", c.Name, "err", err)
			}
		case err := <-done:
			if err != nil {
				w.log.Error("cave not planned", "cave", c.Name, "err", err)
				return msg.NakWithDelay(time.Minute)
			}
			return msg.Ack()
		}
	}
}

func (w *Worker) settle(err error) {
	if err != nil {
		w.log.Warn("message not settled", "err", err)
	}
}
