// Package good books bags of seed in and out of a store. The rollback has a few seconds of its
// own, whatever became of the request.
package good

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const undoLimit = 3 * time.Second

// ErrShort is returned when there is not enough seed.
var ErrShort = errors.New("not enough seed")

// Ledger books seed.
type Ledger struct{ pool *pgxpool.Pool }

// NewLedger returns a ledger in a database.
func NewLedger(pool *pgxpool.Pool) *Ledger { return &Ledger{pool: pool} }

// Booking moves bags between beds.
type Booking struct {
	Seed     string
	From, To string
	Bags     int
}

// Move books one move.
func (l *Ledger) Move(ctx context.Context, b Booking) error {
	return l.within(ctx, func(tx pgx.Tx) error {
		var left int
		err := tx.QueryRow(ctx, `UPDATE beds SET bags = bags - $1 WHERE bed = $2 AND seed = $3 RETURNING bags`,
			b.Bags, b.From, b.Seed).Scan(&left)
		if err != nil {
			return fmt.Errorf("take from %s: %w", b.From, err)
		}
		if left < 0 {
			return ErrShort
		}
		_, err = tx.Exec(ctx, `UPDATE beds SET bags = bags + $1 WHERE bed = $2 AND seed = $3`, b.Bags, b.To, b.Seed)
		if err != nil {
			return fmt.Errorf("put to %s: %w", b.To, err)
		}
		return nil
	})
}

func (l *Ledger) within(ctx context.Context, fn func(tx pgx.Tx) error) (err error) {
	tx, err := l.pool.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() {
		if err == nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoLimit)
		defer cancel()
		if undo := tx.Rollback(ctx); undo != nil && !errors.Is(undo, pgx.ErrTxClosed) {
			err = errors.Join(err, fmt.Errorf("roll back: %w", undo))
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}
