// Package ok consumes the work queue of a print shop.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

const (
	shortest = time.Second
	longest  = time.Minute
)

// Worker prints what comes from the queue.
type Worker struct {
	url   string
	queue string
	print func(ctx context.Context, job []byte) error
	log   *slog.Logger
}

// NewWorker returns a worker.
func NewWorker(url, queue string, print func(context.Context, []byte) error, log *slog.Logger) *Worker {
	return &Worker{url: url, queue: queue, print: print, log: log}
}

// Run works until ctx ends, however often the broker goes away.
func (w *Worker) Run(ctx context.Context) error {
	wait := shortest
	for {
		begun := time.Now()
		err := w.serve(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(begun) > longest {
			wait = shortest
		}
		pause := wait/2 + rand.N(wait)
		w.log.Warn("broker lost", "next", pause, "err", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		wait = min(wait*2, longest)
	}
}

func (w *Worker) serve(ctx context.Context) error {
	conn, err := amqp.DialConfig(w.url, amqp.Config{Heartbeat: 10 * time.Second, Dial: amqp.DefaultDial(10 * time.Second)})
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	ch, err := conn.Channel()
	if err != nil {
		return fmt.Errorf("channel: %w", err)
	}
	if err := ch.Qos(1, 0, false); err != nil {
		return fmt.Errorf("qos: %w", err)
	}
	jobs, err := ch.ConsumeWithContext(ctx, w.queue, "", false, false, false, false, nil)
	if err != nil {
		return fmt.Errorf("consume: %w", err)
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case job, open := <-jobs:
			if !open {
				return errors.New("deliveries ended")
			}
			if err := w.print(ctx, job.Body); err != nil {
				w.log.Error("job failed", "err", err)
				if err := job.Nack(false, false); err != nil {
					return fmt.Errorf("nack: %w", err)
				}
				continue
			}
			if err := job.Ack(false); err != nil {
				return fmt.Errorf("ack: %w", err)
			}
		}
	}
}
