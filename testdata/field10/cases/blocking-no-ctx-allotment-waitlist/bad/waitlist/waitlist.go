// Package waitlist reads the waiting lists. All its queries run under the context the store was
// made with, which is nobody's.
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

// Entry is one applicant.
type Entry struct {
	Initials string    `json:"initials"`
	Since    time.Time `json:"since"`
}

// Store reads the lists from PostgreSQL.
type Store struct {
	ctx  context.Context
	pool *pgxpool.Pool
}

// New returns a Store over an opened pool.
func New(pool *pgxpool.Pool) *Store {
	return &Store{ctx: context.Background(), pool: pool} // OR blocking-no-ctx // OR ignored-done
}

// Site returns who waits for a site, the longest first.
func (s *Store) Site(site string) ([]Entry, error) {
	rows, err := s.pool.Query(s.ctx, `SELECT initials, since FROM waitlist WHERE site = $1 ORDER BY since`, site) // EXPECT blocking-no-ctx // OR ignored-done
	if err != nil {
		return nil, fmt.Errorf("waitlist of %s: %w", site, err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Entry])
}

// Place returns the place of an application in its list.
func (s *Store) Place(id string) (int, error) {
	var place int
	err := s.pool.QueryRow(s.ctx, `SELECT place FROM waitlist_places WHERE id = $1`, id).Scan(&place) // OR blocking-no-ctx // OR ignored-done
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrUnknown
	}
	return place, err
}
