// Package sheets reads the sheets of a herbarium in batches.
package sheets

import (
	"context"
	"database/sql"
	"fmt"
)

// Sheet is one pressed plant.
type Sheet struct {
	ID      int64  `json:"id"`
	Species string `json:"species"`
	Place   string `json:"place"`
}

// Reader walks over all sheets once.
type Reader struct {
	db    *sql.DB
	size  int
	after int64
}

// NewReader returns a Reader that hands out batches of the given size.
func NewReader(db *sql.DB, size int) *Reader {
	return &Reader{db: db, size: size}
}

// Next returns the sheets behind the last batch, none at the end.
func (r *Reader) Next(ctx context.Context) ([]Sheet, error) {
	rows, err := r.db.QueryContext(ctx,
		`SELECT id, species, place FROM sheets WHERE id > $1 ORDER BY id LIMIT $2`, r.after, r.size)
	if err != nil {
		return nil, fmt.Errorf("query sheets: %w", err)
	}
	defer rows.Close()
	var batch []Sheet
	for rows.Next() {
		var s Sheet
		if err := rows.Scan(&s.ID, &s.Species, &s.Place); err != nil {
			return nil, fmt.Errorf("scan sheet: %w", err)
		}
		batch = append(batch, s)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read sheets: %w", err)
	}
	if len(batch) > 0 {
		r.after = batch[len(batch)-1].ID
	}
	return batch, nil
}
