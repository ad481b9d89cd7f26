// Package store has functions that block, with and without a context.
package store

import (
	"context"
	"database/sql"
	"net/http"
)

type Store struct {
	db *sql.DB
	hc *http.Client
}

func New(db *sql.DB) *Store { return &Store{db: db} }

// Load has nowhere to put a context. Nobody in this package has one either.
func (s *Store) Load(id string) error { return s.query(id) }

func (s *Store) query(id string) error {
	_, err := s.db.Query("SELECT 1 FROM t WHERE id = ?", id)
	return err
}

// Ask makes up a context.
func (s *Store) Ask(id string) error {
	req, err := http.NewRequestWithContext(context.Background(), "GET", "http://h/"+id, nil)
	if err != nil {
		return err
	}
	_, err = s.hc.Do(req)
	return err
}

// Find obeys its context.
func (s *Store) Find(ctx context.Context, id string) error {
	_, err := s.db.QueryContext(ctx, "SELECT 1 FROM t WHERE id = ?", id)
	return err
}

// Both looks for one thing under its context and for another without: it is
// reported here, not at its callers.
func (s *Store) Both(ctx context.Context, id string) error {
	if err := s.Find(ctx, id); err != nil {
		return err
	}
	_, err := s.db.Exec("UPDATE t SET n = n + 1 WHERE id = ?", id) // want `\(\*sql.DB\).Exec waits without a context, though ctx is at hand; use ExecContext with the context`
	return err
}

//faultlint:bounded the driver has a timeout of 200ms
func (s *Store) Quick(id string) error { return s.query(id) }
