// Package good moves guests between tables of a restaurant. The transaction is begun
// with the context of the whole move, which has the limit.
package good

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
	ctx, cancel := context.WithTimeout(ctx, f.limit)
	defer cancel()
	tx, err := f.begin(ctx)
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

func (f *Floor) begin(ctx context.Context) (*sqlx.Tx, error) {
	tx, err := f.db.BeginTxx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	return tx, nil
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
