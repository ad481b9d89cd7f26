// Package ok sells tickets. The charge obeys the caller. When it is made the ticket must
// be written, whether the caller is still there or not: that step is detached, bounded,
// and waited for on purpose.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Till charges; the same key is charged once.
type Till interface {
	Charge(ctx context.Context, key string, cents int64) (receipt string, err error)
}

// Booth sells.
type Booth struct {
	till   Till
	pool   *pgxpool.Pool
	limit  time.Duration
	settle time.Duration
	log    *slog.Logger
}

// Ticket is what is sold.
type Ticket struct {
	ID    string
	Cents int64
}

// Sell sells the ticket.
func (b *Booth) Sell(ctx context.Context, t Ticket) (string, error) {
	cctx, cancel := context.WithTimeout(ctx, b.limit)
	defer cancel()
	receipt, err := b.till.Charge(cctx, t.ID, t.Cents)
	if err != nil {
		return "", fmt.Errorf("charge for %s: %w", t.ID, err)
	}
	if err := b.enter(context.WithoutCancel(ctx), t, receipt); err != nil {
		b.log.ErrorContext(ctx, "charged without a ticket", "ticket", t.ID, "receipt", receipt, "err", err)
		return "", err
	}
	return receipt, nil
}

func (b *Booth) enter(ctx context.Context, t Ticket, receipt string) error {
	ctx, cancel := context.WithTimeout(ctx, b.settle)
	defer cancel()
	const q = "INSERT INTO tickets (id, receipt) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING"
	if _, err := b.pool.Exec(ctx, q, t.ID, receipt); err != nil {
		return fmt.Errorf("enter %s: %w", t.ID, err)
	}
	return nil
}
