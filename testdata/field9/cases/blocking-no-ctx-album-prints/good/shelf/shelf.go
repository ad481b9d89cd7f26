// Package shelf keeps the pages of photo albums.
package shelf

import (
	"context"

	"github.com/jmoiron/sqlx"
)

// Page is one page of an album.
type Page struct {
	ID     int64  `db:"id"`
	Layout string `db:"layout"`
}

// Shelf is the database of pages.
type Shelf struct {
	db *sqlx.DB
}

// New uses db.
func New(db *sqlx.DB) *Shelf { return &Shelf{db: db} }

// Unprinted returns the pages of an album that were not printed yet.
func (s *Shelf) Unprinted(ctx context.Context, album int64) ([]Page, error) {
	var pages []Page
	err := s.db.SelectContext(ctx, &pages, `SELECT id, layout FROM pages WHERE album = $1 AND printed_at IS NULL ORDER BY id`, album)
	return pages, err
}

// Printed marks a page.
func (s *Shelf) Printed(ctx context.Context, page int64) error {
	_, err := s.db.ExecContext(ctx, `UPDATE pages SET printed_at = now() WHERE id = $1`, page)
	return err
}
