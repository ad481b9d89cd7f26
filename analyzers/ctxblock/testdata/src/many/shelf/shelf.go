// Package shelf keeps books, and takes no context anywhere.
package shelf

import "database/sql"

// A Shelf keeps books.
type Shelf struct{ db *sql.DB }

// New returns a shelf.
func New(db *sql.DB) *Shelf { return &Shelf{db} }

// Title reads a title.
func (s *Shelf) Title(id int) (title string, err error) {
	return title, s.db.QueryRow("SELECT title FROM books WHERE id = ?", id).Scan(&title)
}

// Author reads an author.
func (s *Shelf) Author(id int) (author string, err error) {
	return author, s.db.QueryRow("SELECT author FROM books WHERE id = ?", id).Scan(&author)
}

// Lend notes who has a book.
func (s *Shelf) Lend(id int, to string) error {
	_, err := s.db.Exec("UPDATE books SET lent = ? WHERE id = ?", to, id)
	return err
}

// Return notes that nobody has it.
func (s *Shelf) Return(id int) error {
	_, err := s.db.Exec("UPDATE books SET lent = NULL WHERE id = ?", id)
	return err
}
