// Package datastore keeps the routes of functions in a SQL database.
package datastore

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// ErrNoRoute is returned for a path without a function.
var ErrNoRoute = errors.New("no such route")

// Route leads from a path to a function.
type Route struct {
	App            string `db:"app"`
	Path           string `db:"path"`
	Image          string `db:"image"`
	TimeoutSeconds int    `db:"timeout_seconds"`
}

// Store reads and writes routes.
type Store struct{ db *sqlx.DB }

// New returns a store on an open database.
func New(db *sqlx.DB) *Store { return &Store{db: db} }

// Find returns the route for a path.
func (s *Store) Find(app, path string) (Route, error) {
	query := s.db.Rebind(`SELECT app, path, image, timeout_seconds FROM routes WHERE app = ? AND path = ?`)
	var r Route
	err := s.db.Get(&r, query, app, path) // EXPECT blocking-no-ctx
	if errors.Is(err, sql.ErrNoRows) {
		return Route{}, ErrNoRoute
	}
	if err != nil {
		return Route{}, fmt.Errorf("route %s%s: %w", app, path, err)
	}
	return r, nil
}
