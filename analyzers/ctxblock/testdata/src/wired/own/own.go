// Package own declares an interface and hands out its only implementation.
package own

import (
	"context"
	"database/sql"
)

type Store interface {
	Count() (int, error)
	Size(ctx context.Context) (int, error)
	Name() string
}

type store struct{ db *sql.DB }

func NewStore(db *sql.DB) Store { return &store{db} }

func (s *store) Count() (n int, err error) {
	err = s.db.QueryRow("SELECT count(*) FROM buoys").Scan(&n)
	return n, err
}

func (s *store) Size(ctx context.Context) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT sum(size) FROM buoys").Scan(&n)
	return n, err
}

func (s *store) Name() string { return "buoys" }

// Other is implemented by others only.
type Other interface{ Count() (int, error) }
