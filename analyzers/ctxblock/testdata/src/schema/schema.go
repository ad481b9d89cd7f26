// Package schema keeps a database's schema up to date.
package schema

import (
	"context"
	"database/sql"
	"net/http"
)

type Store struct{ db *sql.DB }

// Migrate runs before anything is served, by its name.
func (s *Store) Migrate(ctx context.Context) error {
	if err := s.applyMigrations(ctx); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, "INSERT INTO versions VALUES (1)")
	return err
}

func (s *Store) applyMigrations(ctx context.Context) error {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "CREATE TABLE x (id int)"); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Store) Save(ctx context.Context) error {
	tx, err := s.db.Begin() // want `\(\*sql.DB\).Begin waits without a context, though ctx is at hand`
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO x VALUES (1)"); err != nil {
		return err
	}
	return tx.Commit()
}

// A migration that somebody asks for by a request is waited for.
func (s *Store) migrate(w http.ResponseWriter, r *http.Request) {
	if _, err := s.db.Exec("CREATE TABLE y (id int)"); err != nil { // want `waits without a context, though r.Context\(\) is at hand`
		http.Error(w, err.Error(), 500)
	}
}

func (s *Store) Routes(mux *http.ServeMux) { mux.HandleFunc("/migrate", s.migrate) }
