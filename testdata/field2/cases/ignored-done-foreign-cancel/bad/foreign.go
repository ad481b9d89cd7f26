// Package bad restores paintings from a queue. The worker takes any "context canceled"
// for its own stop and leaves with nil. A look that the first expert's verdict cuts
// short returns that error too: the worker is gone then, and nobody says so.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/rabbitmq/amqp091-go"
)

// Expert looks at a painting.
type Expert interface {
	Look(ctx context.Context, painting string) (verdict string, err error)
}

// Worker restores paintings.
type Worker struct {
	deliveries <-chan amqp091.Delivery
	experts    []Expert
	limit      time.Duration
	log        *slog.Logger
}

// Run works until ctx ends or the deliveries do.
func (w *Worker) Run(ctx context.Context) error {
	for {
		select {
		case d, ok := <-w.deliveries:
			if !ok {
				return errors.New("channel closed")
			}
			err := w.restore(ctx, string(d.Body))
			if errors.Is(err, context.Canceled) { // OR ignored-done
				w.log.InfoContext(ctx, "worker stops")
				return nil // EXPECT ignored-done
			}
			if err != nil {
				w.log.WarnContext(ctx, "not restored", "painting", string(d.Body), "err", err)
				if err := d.Nack(false, false); err != nil {
					return fmt.Errorf("nack: %w", err)
				}
				continue
			}
			if err := d.Ack(false); err != nil {
				return fmt.Errorf("ack: %w", err)
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// restore asks all experts; the first doubt cuts the others short.
func (w *Worker) restore(ctx context.Context, painting string) error {
	ctx, cancel := context.WithTimeout(ctx, w.limit)
	defer cancel()
	looks := make(chan error, len(w.experts))
	for _, e := range w.experts {
		go func() {
			v, err := e.Look(ctx, painting)
			if err == nil && v != "genuine" {
				err = fmt.Errorf("verdict %q", v)
				cancel()
			}
			looks <- err
		}()
	}
	var errs []error
	for range w.experts {
		errs = append(errs, <-looks)
	}
	return errors.Join(errs...)
}
