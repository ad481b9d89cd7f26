// Package ok moves crates between the orchards of a ledger. The rollback that is deferred
// runs on a context without the caller's cancellation: after a cancellation it would
// otherwise not reach the server. A limit of a few seconds bounds it.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const rollbackLimit = 5 * time.Second

// ErrTooFew says that an orchard has not enough crates.
var ErrTooFew = errors.New("not enough crates")

// Ledger knows how many crates each orchard has.
type Ledger struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

// Move moves n crates.
func (l *Ledger) Move(ctx context.Context, from, to string, n int) error {
	tx, err := l.pool.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer l.rollback(ctx, tx)

	tag, err := tx.Exec(ctx, `UPDATE orchards SET crates = crates - $2 WHERE name = $1 AND crates >= $2`, from, n)
	if err != nil {
		return fmt.Errorf("take crates from %s: %w", from, err)
	}
	if tag.RowsAffected() == 0 {
		return ErrTooFew
	}
	if _, err := tx.Exec(ctx, `UPDATE orchards SET crates = crates + $2 WHERE name = $1`, to, n); err != nil {
		return fmt.Errorf("bring crates to %s: %w", to, err)
	}
	if err := tx.Commit(ctx); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// rollback ends a transaction that was not committed.
func (l *Ledger) rollback(ctx context.Context, tx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackLimit)
	defer cancel()
	if err := tx.Rollback(ctx); err != nil && !errors.Is(err, pgx.ErrTxClosed) {
		l.log.WarnContext(ctx, "rollback", "err", err)
	}
}
