// Package report closes the books of a day.
package report

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"faultfield4/cases/retry-effect-region-totals/good/txn"
)

// Day is the result of one closing.
type Day struct {
	Date     time.Time
	Orders   int
	ByRegion map[string]int64
}

// Books reads orders and writes closings.
type Books struct {
	pool *pgxpool.Pool
}

// New returns Books on pool.
func New(pool *pgxpool.Pool) *Books { return &Books{pool: pool} }

// Close sums the orders of date and marks them as closed.
func (b *Books) Close(ctx context.Context, date time.Time) (*Day, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()

	day := &Day{Date: date, ByRegion: make(map[string]int64)}
	err := txn.Serializable(ctx, b.pool, func(tx pgx.Tx) error {
		day.Orders = 0
		clear(day.ByRegion)
		rows, err := tx.Query(ctx,
			`UPDATE orders SET closed = true WHERE placed_on = $1 AND NOT closed RETURNING region, cents`, date)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var region string
			var cents int64
			if err := rows.Scan(&region, &cents); err != nil {
				return err
			}
			day.Orders++
			day.ByRegion[region] += cents
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("close %s: %w", date.Format(time.DateOnly), err)
	}
	return day, nil
}
