// Package bad gives out stalls of a market in numbered rows. The transaction's function counts
// the next number in the receiver, and it is run again after serialization failures: numbers
// of runs that were thrown away are never given out.
package bad

import (
	"context"
	"fmt"
	"sync"

	"github.com/cockroachdb/cockroach-go/v2/crdb/crdbpgxv5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Row gives out the stalls of one row. One row has one owner at a time.
type Row struct {
	pool *pgxpool.Pool
	name string

	once sync.Once
	next int
}

// Give reserves a stall for each trader and returns the first number.
func (r *Row) Give(ctx context.Context, traders []string) (int, error) {
	first := r.next
	err := crdbpgx.ExecuteTx(ctx, r.pool, pgx.TxOptions{}, func(tx pgx.Tx) error { // OR retry-effect
		for _, t := range traders {
			_, err := tx.Exec(ctx, `INSERT INTO stall (line, number, trader) VALUES ($1, $2, $3)`, r.name, r.next, t)
			if err != nil {
				return err
			}
			r.next++ // EXPECT retry-effect
		}
		_, err := tx.Exec(ctx, `UPDATE line SET taken = $2 WHERE name = $1`, r.name, first+len(traders))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("row %s: %w", r.name, err)
	}
	return first, nil
}

// Resume reads where the row stands.
func (r *Row) Resume(ctx context.Context) (err error) {
	r.once.Do(func() {
		err = r.pool.QueryRow(ctx, `SELECT taken FROM line WHERE name = $1`, r.name).Scan(&r.next)
	})
	return err
}
