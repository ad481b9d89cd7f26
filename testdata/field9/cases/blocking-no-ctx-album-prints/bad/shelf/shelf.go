// Package shelf keeps the pages of photo albums.
package shelf

import (
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
func (s *Shelf) Unprinted(album int64) ([]Page, error) {
	var pages []Page
	err := s.db.Select(&pages, `SELECT id, layout FROM pages WHERE album = $1 AND printed_at IS NULL ORDER BY id`, album) // EXPECT blocking-no-ctx
	return pages, err
}

// Printed marks a page.
func (s *Shelf) Printed(page int64) error {
	_, err := s.db.Exec(`UPDATE pages SET printed_at = now() WHERE id = $1`, page) // OR blocking-no-ctx
	return err
}
