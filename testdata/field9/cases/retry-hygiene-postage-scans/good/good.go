// Package good books scanned postage stamps from a JetStream consumer for as long as the sorting
// hall is open. After a failed Next the loop pauses before it asks again.
package good

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	window    = 20 * time.Second
	bookLimit = 10 * time.Second
	redeliver = 30 * time.Second
)

// Ledger books scans; a scan booked before is ignored.
type Ledger interface {
	Book(ctx context.Context, scan []byte) error
}

// Hall takes scans from a consumer.
type Hall struct {
	scans  jetstream.Consumer
	ledger Ledger
	log    *slog.Logger
}

// Run returns when ctx ends.
func (h *Hall) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		msg, err := h.next(ctx)
		if err != nil {
			h.log.ErrorContext(ctx, "no scan", "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(2*time.Second + rand.N(time.Second)):
			}
			continue
		}
		if msg != nil {
			h.book(ctx, msg)
		}
	}
	return ctx.Err()
}

// next returns nil if nothing was scanned for a while.
func (h *Hall) next(ctx context.Context) (jetstream.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, window)
	defer cancel()
	msg, err := h.scans.Next(jetstream.FetchContext(ctx))
	if errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
		return nil, nil
	}
	return msg, err
}

func (h *Hall) book(ctx context.Context, msg jetstream.Msg) {
	ctx, cancel := context.WithTimeout(ctx, bookLimit)
	defer cancel()
	if err := h.ledger.Book(ctx, msg.Data()); err != nil {
		h.log.ErrorContext(ctx, "scan not booked", "err", err)
		if err := msg.NakWithDelay(redeliver); err != nil {
			h.log.WarnContext(ctx, "scan not handed back", "err", err)
		}
		return
	}
	if err := msg.DoubleAck(ctx); err != nil {
		h.log.WarnContext(ctx, "scan not acknowledged", "err", err)
	}
}
