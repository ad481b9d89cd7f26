// Package ok counts olives from Kafka. A context error ends the run with nil only when
// it is the run's own context that is over; then nothing is committed, and the message
// comes again. Any other cancellation is a failure like all others.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/segmentio/kafka-go"
)

// Press counts the olives of a crate.
type Press interface {
	Count(ctx context.Context, crate []byte) error
}

// Mill consumes crates.
type Mill struct {
	reader *kafka.Reader
	press  Press
	limit  time.Duration
	log    *slog.Logger
}

// Run counts until ctx ends. It returns nil after a stop.
func (m *Mill) Run(ctx context.Context) error {
	for {
		msg, err := m.reader.FetchMessage(ctx)
		if err != nil {
			return m.ended(ctx, fmt.Errorf("fetch: %w", err))
		}
		if err := m.count(ctx, msg); err != nil {
			return m.ended(ctx, fmt.Errorf("crate %d: %w", msg.Offset, err))
		}
		cctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		err = m.reader.CommitMessages(cctx, msg)
		cancel()
		if err != nil {
			return fmt.Errorf("commit %d: %w", msg.Offset, err)
		}
	}
}

func (m *Mill) count(ctx context.Context, msg kafka.Message) error {
	ctx, cancel := context.WithTimeout(ctx, m.limit)
	defer cancel()
	return m.press.Count(ctx, msg.Value)
}

// ended turns the error that a stop causes into nil.
func (m *Mill) ended(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		m.log.InfoContext(ctx, "mill stops", "cause", context.Cause(ctx))
		return nil
	}
	return err
}
