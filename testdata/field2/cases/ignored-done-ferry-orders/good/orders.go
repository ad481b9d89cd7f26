// Package good takes ferry orders from a stream. The end of the context stops the
// iterator, which ends Next.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Crew serves orders.
type Crew interface {
	Serve(ctx context.Context, order []byte) error
}

// Taker takes orders.
type Taker struct {
	consumer jetstream.Consumer
	crew     Crew
	limit    time.Duration
	log      *slog.Logger
}

// Run takes orders until ctx ends.
func (t *Taker) Run(ctx context.Context) error {
	orders, err := t.consumer.Messages(jetstream.PullMaxMessages(8))
	if err != nil {
		return fmt.Errorf("consume: %w", err)
	}
	defer orders.Stop()
	halt := context.AfterFunc(ctx, orders.Stop)
	defer halt()
	for {
		msg, err := orders.Next()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("next order: %w", err)
		}
		if err := t.serve(ctx, msg); err != nil {
			t.log.WarnContext(ctx, "order goes back", "subject", msg.Subject(), "err", err)
			if err := msg.NakWithDelay(5 * time.Second); err != nil {
				return fmt.Errorf("nak: %w", err)
			}
			continue
		}
		if err := msg.Ack(); err != nil {
			return fmt.Errorf("ack: %w", err)
		}
	}
}

func (t *Taker) serve(ctx context.Context, msg jetstream.Msg) error {
	ctx, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	return t.crew.Serve(ctx, msg.Data())
}
