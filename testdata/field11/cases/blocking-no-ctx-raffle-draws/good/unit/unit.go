// Package unit runs functions in database transactions. A transaction is bound to the context
// it was begun with: waiting for a connection ends with it, and so does the transaction.
package unit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// Work runs functions in transactions.
type Work struct{ db *sqlx.DB }

// New returns Work on a database.
func New(db *sqlx.DB) *Work { return &Work{db: db} }

// Do runs fn in a transaction, which it commits if fn returns nil.
func (w *Work) Do(ctx context.Context, fn func(context.Context, *sqlx.Tx) error) (err error) {
	tx, err := w.db.BeginTxx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() {
		if rerr := tx.Rollback(); rerr != nil && !errors.Is(rerr, sql.ErrTxDone) {
			err = errors.Join(err, fmt.Errorf("roll back: %w", rerr))
		}
	}()
	if err := fn(ctx, tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}
