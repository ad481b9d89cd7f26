// Package stock reads the stock of a warehouse in one consistent transaction. On a conflict the
// transaction starts anew, and the slice it fills starts anew with it.
package stock

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	maxTries = 5
	budget   = 20 * time.Second
)

// Item is what lies in a bin.
type Item struct {
	Bin   string
	SKU   string
	Count int
}

// Reader reads stock.
type Reader struct{ pool *pgxpool.Pool }

// Snapshot returns all items of a warehouse and marks the moment in the audit trail.
func (r *Reader) Snapshot(ctx context.Context, warehouse string) ([]Item, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()

	var items []Item
	for try := 1; ; try++ {
		err := pgx.BeginTxFunc(ctx, r.pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error {
			items = items[:0]
			rows, err := tx.Query(ctx, `SELECT bin, sku, count FROM stock WHERE warehouse = $1 ORDER BY bin`, warehouse)
			if err != nil {
				return err
			}
			var it Item
			_, err = pgx.ForEachRow(rows, []any{&it.Bin, &it.SKU, &it.Count}, func() error {
				items = append(items, it)
				return nil
			})
			if err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `INSERT INTO snapshots (warehouse, items) VALUES ($1, $2)`, warehouse, len(items))
			return err
		})
		if err == nil {
			return items, nil
		}
		var pe *pgconn.PgError
		if try == maxTries || !errors.As(err, &pe) || pe.Code != "40001" {
			return nil, fmt.Errorf("snapshot of %s: %w", warehouse, err)
		}
		d := 20 * time.Millisecond << try
		select {
		case <-time.After(d/2 + rand.N(d)):
		case <-ctx.Done():
			return nil, errors.Join(err, ctx.Err())
		}
	}
}
