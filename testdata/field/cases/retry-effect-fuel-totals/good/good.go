// Package good adds up what the lorries of a depot have tanked.
// The sum starts at nought in each call of the function that run may call again.
package good

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Depot is one depot's books.
type Depot struct {
	db *sql.DB
}

// Close adds up a month, stores the sum and locks the month.
func (d *Depot) Close(ctx context.Context, depot string, month time.Time) (float64, error) {
	var litres float64
	err := d.run(ctx, func(tx *sql.Tx) error {
		litres = 0
		rows, err := tx.QueryContext(ctx,
			`SELECT litres FROM fuel WHERE depot = $1 AND month = $2 FOR UPDATE`, depot, month)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var l float64
			if err := rows.Scan(&l); err != nil {
				return err
			}
			litres += l
		}
		if err := rows.Err(); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx,
			`UPDATE months SET litres = $3, closed = true WHERE depot = $1 AND month = $2`, depot, month, litres)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("close %s of %s: %w", month.Format("2006-01"), depot, err)
	}
	return litres, nil
}

// run calls fn in a transaction, and again in a new one when the server rolled it back for others.
func (d *Depot) run(ctx context.Context, fn func(*sql.Tx) error) error {
	for n := 1; ; n++ {
		err := d.once(ctx, fn)
		var pg *pgconn.PgError
		if n == 5 || !errors.As(err, &pg) || pg.Code != "40P01" && pg.Code != "40001" {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(n)*20*time.Millisecond + rand.N(20*time.Millisecond)):
		}
	}
}

func (d *Depot) once(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := d.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}
