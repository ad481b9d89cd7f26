// Package ok reads who sits where. The closure that is run again fills a map from outside; it
// is right, since a seat read a second time takes the same place in the map.
package ok

import (
	"context"
	"fmt"

	"github.com/cockroachdb/cockroach-go/v2/crdb/crdbpgxv5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Seats returns the guests of a hall by seat and marks the hall as read.
func Seats(ctx context.Context, pool *pgxpool.Pool, hall string) (map[int]string, error) {
	guests := make(map[int]string)
	err := crdbpgx.ExecuteTx(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
		clear(guests)
		rows, err := tx.Query(ctx, `SELECT seat, guest FROM seating WHERE hall = $1`, hall)
		if err != nil {
			return err
		}
		var seat int
		var guest string
		if _, err := pgx.ForEachRow(rows, []any{&seat, &guest}, func() error {
			guests[seat] = guest
			return nil
		}); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE hall SET read_at = now() WHERE name = $1`, hall)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("seats of %s: %w", hall, err)
	}
	return guests, nil
}
