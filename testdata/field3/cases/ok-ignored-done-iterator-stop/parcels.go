// Package ok takes parcels from a stream. Next has no context; the end of the context
// stops the iterator, so Next returns. A parcel in hand is finished within a limit.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Clerk handles parcels.
type Clerk interface {
	Handle(ctx context.Context, parcel []byte) error
}

// Counter takes parcels.
type Counter struct {
	consumer jetstream.Consumer
	clerk    Clerk
	limit    time.Duration
}

// Run takes parcels until ctx ends, and returns nil then.
func (c *Counter) Run(ctx context.Context) error {
	parcels, err := c.consumer.Messages()
	if err != nil {
		return fmt.Errorf("consume: %w", err)
	}
	defer context.AfterFunc(ctx, parcels.Stop)()
	defer parcels.Stop()
	for {
		msg, err := parcels.Next()
		if errors.Is(err, jetstream.ErrMsgIteratorClosed) && ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("next parcel: %w", err)
		}
		if err := c.handle(ctx, msg); err != nil {
			return err
		}
	}
}

func (c *Counter) handle(ctx context.Context, msg jetstream.Msg) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.limit)
	defer cancel()
	if err := c.clerk.Handle(ctx, msg.Data()); err != nil {
		return errors.Join(fmt.Errorf("parcel %s: %w", msg.Subject(), err), msg.Nak())
	}
	return msg.Ack()
}
