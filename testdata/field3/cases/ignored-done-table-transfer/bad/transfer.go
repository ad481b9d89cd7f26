// Package bad moves guests between tables of a restaurant. A helper bounds the begin of
// the transaction with a short context and cancels that when it returns. A transaction
// ends with the context it was begun with: this one is rolled back before its first
// statement.
package bad

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"
)

// Floor has tables.
type Floor struct {
	db    *sqlx.DB
	limit time.Duration
}

// Move moves guests.
func (f *Floor) Move(ctx context.Context, from, to, guests int) (err error) {
	tx, err := f.begin(ctx) // OR ignored-done
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	if err := f.add(ctx, tx, from, -guests); err != nil {
		return err
	}
	if err := f.add(ctx, tx, to, guests); err != nil {
		return err
	}
	return tx.Commit()
}

func (f *Floor) begin(ctx context.Context) (*sqlx.Tx, error) { // OR ignored-done
	ctx, cancel := context.WithTimeout(ctx, f.limit)                                // OR ignored-done
	defer cancel()                                                                  // OR ignored-done
	tx, err := f.db.BeginTxx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable}) // EXPECT ignored-done
	if err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	return tx, nil // OR ignored-done
}

func (f *Floor) add(ctx context.Context, tx *sqlx.Tx, table, guests int) error {
	const q = "UPDATE tables SET guests = guests + $2 WHERE id = $1 AND guests + $2 >= 0"
	res, err := tx.ExecContext(ctx, q, table, guests)
	if err != nil {
		return fmt.Errorf("table %d: %w", table, err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return fmt.Errorf("table %d: %w", table, err)
	}
	if n != 1 {
		return fmt.Errorf("table %d has too few guests", table)
	}
	return nil
}
