// Package claims reads pension claims.
package claims

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// Claim is one claim.
type Claim struct {
	Number string `db:"number"`
	Kind   string `db:"kind"`
}

type reader interface {
	Get(dest any, query string, args ...any) error
	Select(dest any, query string, args ...any) error
}

// Store keeps claims, with a copy for reading.
type Store struct {
	primary, replica *sqlx.DB
}

// NewStore returns a store; replica may be nil.
func NewStore(primary, replica *sqlx.DB) *Store {
	return &Store{primary: primary, replica: replica}
}

type freshKey struct{}

// Fresh marks a context whose reads must not come from the copy.
func Fresh(ctx context.Context) context.Context {
	return context.WithValue(ctx, freshKey{}, true)
}

func (s *Store) session(ctx context.Context) reader {
	if s.replica == nil || ctx.Value(freshKey{}) != nil {
		return s.primary
	}
	return s.replica
}

// Open lists the claims of a person that are not decided.
func (s *Store) Open(ctx context.Context, person string) ([]Claim, error) { // OR blocking-no-ctx
	db := s.session(ctx)
	var id int64
	if err := db.Get(&id, `SELECT id FROM people WHERE number = $1`, person); err != nil { // EXPECT blocking-no-ctx
		return nil, fmt.Errorf("person %s: %w", person, err)
	}
	var open []Claim
	err := db.Select(&open, `SELECT number, kind FROM claims WHERE person = $1 AND decided IS NULL`, id) // OR blocking-no-ctx
	if err != nil {
		return nil, fmt.Errorf("claims of %s: %w", person, err)
	}
	return open, nil
}
