// Package ok assigns seats of a venue.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
)

// ErrSoldOut means that there are not enough seats left.
var ErrSoldOut = errors.New("sold out")

// Venue assigns seats.
type Venue struct {
	db  *sql.DB
	log *slog.Logger
}

// Assign takes n free seats of a show and returns their numbers.
func (v *Venue) Assign(ctx context.Context, show, booking int64, n int) ([]int, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var seats []int
	runs := 0
	err := crdb.ExecuteTx(ctx, v.db, &sql.TxOptions{Isolation: sql.LevelSerializable}, func(tx *sql.Tx) error {
		runs++
		seats = seats[:0]
		rows, err := tx.QueryContext(ctx,
			`SELECT number FROM seat WHERE show_id = $1 AND booking_id IS NULL ORDER BY number LIMIT $2`, show, n)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var number int
			if err := rows.Scan(&number); err != nil {
				return err
			}
			seats = append(seats, number)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return err
		}
		if len(seats) < n {
			return ErrSoldOut
		}
		for _, number := range seats {
			_, err := tx.ExecContext(ctx,
				`UPDATE seat SET booking_id = $1 WHERE show_id = $2 AND number = $3`, booking, show, number)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if runs > 1 {
		v.log.Info("seats assigned with restarts", "show", show, "runs", runs)
	}
	if err != nil {
		return nil, fmt.Errorf("assign %d seats: %w", n, err)
	}
	return seats, nil
}
