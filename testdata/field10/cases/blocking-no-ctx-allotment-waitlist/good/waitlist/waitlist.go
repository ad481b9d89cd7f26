// Package waitlist reads the waiting lists. Each query runs under its caller's context and ends
// after a few seconds at the latest.
package waitlist

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrUnknown is returned for an application that does not exist.
var ErrUnknown = errors.New("unknown application")

const queryTimeout = 4 * time.Second

// Entry is one applicant.
type Entry struct {
	Initials string    `json:"initials"`
	Since    time.Time `json:"since"`
}

// Store reads the lists from PostgreSQL.
type Store struct {
	pool *pgxpool.Pool
}

// New returns a Store over an opened pool.
func New(pool *pgxpool.Pool) *Store {
	return &Store{pool: pool}
}

// Site returns who waits for a site, the longest first.
func (s *Store) Site(ctx context.Context, site string) ([]Entry, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	rows, err := s.pool.Query(ctx, `SELECT initials, since FROM waitlist WHERE site = $1 ORDER BY since`, site)
	if err != nil {
		return nil, fmt.Errorf("waitlist of %s: %w", site, err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Entry])
}

// Place returns the place of an application in its list.
func (s *Store) Place(ctx context.Context, id string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	var place int
	err := s.pool.QueryRow(ctx, `SELECT place FROM waitlist_places WHERE id = $1`, id).Scan(&place)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrUnknown
	}
	return place, err
}
