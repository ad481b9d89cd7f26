// Package good takes stock of the key blanks in a locksmith's drawers. Package txn runs the
// function again after a serialization failure; each run starts with an empty stock.
package good

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"faultfield9/cases/retry-effect-locksmith-keys/good/txn"
)

// Blank is a kind of key blank.
type Blank struct {
	Profile string `db:"profile"`
	Pieces  int    `db:"pieces"`
}

// Stock is the content of a cabinet.
type Stock struct {
	Blanks []Blank
	Pieces int
}

// Shop reads and writes the drawers.
type Shop struct {
	db *sqlx.DB
}

// NewShop uses db.
func NewShop(db *sqlx.DB) *Shop { return &Shop{db: db} }

// Count reads the stock of a cabinet and notes that it was counted.
func (s *Shop) Count(ctx context.Context, cabinet string) (*Stock, error) {
	var stock Stock
	err := txn.Serializable(ctx, s.db, func(ctx context.Context, tx *sqlx.Tx) error {
		stock = Stock{}
		rows, err := tx.QueryxContext(ctx, `SELECT profile, pieces FROM blanks WHERE cabinet = $1 ORDER BY profile`, cabinet)
		if err != nil {
			return fmt.Errorf("query: %w", err)
		}
		defer rows.Close()
		for rows.Next() {
			var b Blank
			if err := rows.StructScan(&b); err != nil {
				return fmt.Errorf("scan: %w", err)
			}
			stock.Blanks = append(stock.Blanks, b)
			stock.Pieces += b.Pieces
		}
		if err := rows.Err(); err != nil {
			return fmt.Errorf("read: %w", err)
		}
		_, err = tx.ExecContext(ctx, `UPDATE cabinets SET counted_at = now() WHERE name = $1`, cabinet)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count cabinet %s: %w", cabinet, err)
	}
	return &stock, nil
}
