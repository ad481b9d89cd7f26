// Package ok reserves a loom for a weaver: two rows in one transaction.
// After the deadline of the booking has passed, the transaction is still rolled back with a limit of
// its own on a context that knows no deadline: that is not the booking overrunning its budget.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	bookLimit     = 3 * time.Second
	rollbackLimit = 2 * time.Second
)

// ErrTaken means that somebody else has the loom on that day.
var ErrTaken = errors.New("loom taken")

// Looms books looms.
type Looms struct {
	pool *pgxpool.Pool
}

// Book reserves a loom for a day; a day is written as 2026-03-31.
func (l *Looms) Book(ctx context.Context, loom, weaver, day string) error {
	bookCtx, cancel := context.WithTimeout(ctx, bookLimit)
	defer cancel()

	tx, err := l.pool.Begin(bookCtx)
	if err != nil {
		return fmt.Errorf("book %s: %w", loom, err)
	}
	if err := reserve(bookCtx, tx, loom, weaver, day); err != nil {
		return errors.Join(fmt.Errorf("book %s: %w", loom, err), undo(ctx, tx))
	}
	if err := tx.Commit(bookCtx); err != nil {
		return fmt.Errorf("book %s: %w", loom, err)
	}
	return nil
}

func reserve(ctx context.Context, tx pgx.Tx, loom, weaver, day string) error {
	tag, err := tx.Exec(ctx, `
		INSERT INTO bookings (loom, day, weaver) VALUES ($1, $2::date, $3)
		ON CONFLICT (loom, day) DO NOTHING`, loom, day, weaver)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return ErrTaken
	}
	_, err = tx.Exec(ctx, `UPDATE weavers SET last_day = $2::date WHERE name = $1`, weaver, day)
	return err
}

// undo gives the locks of the transaction back, also when the caller has gone away.
func undo(ctx context.Context, tx pgx.Tx) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackLimit)
	defer cancel()
	if err := tx.Rollback(ctx); err != nil && !errors.Is(err, pgx.ErrTxClosed) {
		return fmt.Errorf("rollback: %w", err)
	}
	return nil
}
