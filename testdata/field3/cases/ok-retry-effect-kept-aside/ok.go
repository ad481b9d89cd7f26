// Package ok closes the books of a shop. The closure that may be run again collects lines and
// hands them out at its end; it is right, since the collection is the closure's own and only
// the run that was kept is seen outside.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Books keeps sales.
type Books struct{ db *sql.DB }

func (b *Books) atomically(ctx context.Context, f func(tx *sql.Tx) error) error {
	for n := 0; ; n++ {
		err := b.once(ctx, f)
		var pe *pgconn.PgError
		if !errors.As(err, &pe) || pe.Code != "40001" || n == 5 {
			return err
		}
		t := time.NewTimer(10*time.Millisecond<<n + rand.N(10*time.Millisecond))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

func (b *Books) once(ctx context.Context, f func(tx *sql.Tx) error) error {
	tx, err := b.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Close closes a day and returns its sales.
func (b *Books) Close(ctx context.Context, day time.Time) ([]int, error) {
	var sales []int
	err := b.atomically(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT cents FROM sale WHERE day = $1`, day)
		if err != nil {
			return err
		}
		defer rows.Close()
		var mine []int
		total := 0
		for rows.Next() {
			var cents int
			if err := rows.Scan(&cents); err != nil {
				return err
			}
			mine = append(mine, cents)
			total += cents
		}
		if err := rows.Err(); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE day SET total = $2, closed = true WHERE day = $1`, day, total); err != nil {
			return err
		}
		sales = mine
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("close %s: %w", day.Format(time.DateOnly), err)
	}
	return sales, nil
}
