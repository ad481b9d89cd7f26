// Package feed hands the positions of the harbour's lighters to a chart.
package feed

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v4"
	amqp "github.com/rabbitmq/amqp091-go"
)

var errClosed = errors.New("broker closed the feed")

// Feed reads positions for as long as the chart is shown.
type Feed struct {
	url   string
	queue string
	chart func(ctx context.Context, body []byte) error
	log   *slog.Logger
}

// Run reads until ctx ends; a broken connection is made again, however long that takes.
func (f *Feed) Run(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(time.Second),
		backoff.WithMaxInterval(time.Minute),
		backoff.WithMaxElapsedTime(0),
		backoff.WithRandomizationFactor(0.4),
	)
	for ctx.Err() == nil {
		err := f.consume(ctx, bo.Reset)
		if ctx.Err() != nil {
			break
		}
		d := bo.NextBackOff()
		f.log.Warn("feed broken", "queue", f.queue, "again_in", d, "err", err)
		select {
		case <-time.After(d):
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

// consume calls alive for every position that arrives.
func (f *Feed) consume(ctx context.Context, alive func()) error {
	conn, err := amqp.DialConfig(f.url, amqp.Config{
		Heartbeat: 10 * time.Second,
		Dial:      amqp.DefaultDial(5 * time.Second),
	})
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	ch, err := conn.Channel()
	if err != nil {
		return fmt.Errorf("open channel: %w", err)
	}
	msgs, err := ch.ConsumeWithContext(ctx, f.queue, "", false, false, false, false, nil)
	if err != nil {
		return fmt.Errorf("consume: %w", err)
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case m, ok := <-msgs:
			if !ok {
				return errClosed
			}
			alive()
			if err := f.chart(ctx, m.Body); err != nil {
				f.log.Error("position not shown", "err", err)
			}
			if err := m.Ack(false); err != nil {
				return fmt.Errorf("ack: %w", err)
			}
		}
	}
}
