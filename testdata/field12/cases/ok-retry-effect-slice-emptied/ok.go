// Package ok seats the guests of a banquet in a CockroachDB transaction that may run again.
// It is right although the transaction function appends to a slice from outside: it empties the
// slice when it begins, so rows of an attempt that was rolled back are gone.
package ok

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
)

const seatTimeout = 15 * time.Second

// Seat is a place at a table.
type Seat struct {
	Table  int
	Number int
}

// Banquet keeps the seating plan.
type Banquet struct {
	db *sql.DB
}

// NewBanquet uses db.
func NewBanquet(db *sql.DB) *Banquet {
	return &Banquet{db: db}
}

// SeatParty gives n free seats to a party and returns them.
func (b *Banquet) SeatParty(ctx context.Context, party string, n int) ([]Seat, error) {
	ctx, cancel := context.WithTimeout(ctx, seatTimeout)
	defer cancel()
	seats := make([]Seat, 0, n)
	err := crdb.ExecuteTx(ctx, b.db, nil, func(tx *sql.Tx) error {
		seats = seats[:0]
		rows, err := tx.QueryContext(ctx,
			`UPDATE seats SET party = $1 WHERE party IS NULL ORDER BY tbl, num LIMIT $2 RETURNING tbl, num`, party, n)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var s Seat
			if err := rows.Scan(&s.Table, &s.Number); err != nil {
				return err
			}
			seats = append(seats, s)
		}
		if err := rows.Err(); err != nil {
			return err
		}
		if len(seats) < n {
			return fmt.Errorf("only %d of %d seats are free", len(seats), n)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("seat %s: %w", party, err)
	}
	return seats, nil
}
