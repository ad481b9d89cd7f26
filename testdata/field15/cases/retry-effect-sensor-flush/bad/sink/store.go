// Package sink writes rows to the column store.
package sink

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrAway is returned while the database takes no connections; nothing was written then.
var ErrAway = errors.New("column store is away")

// Row is one measurement.
type Row struct {
	Sensor string
	Value  float64
	At     time.Time
}

// Database inserts all rows of one call or none.
type Database interface {
	Insert(ctx context.Context, rows []Row) error
}

// Store keeps rows until they are flushed.
type Store struct {
	db   Database
	mu   sync.Mutex
	rows []Row
}

// NewStore returns an empty store.
func NewStore(db Database) *Store { return &Store{db: db} }

// Write keeps rows.
func (s *Store) Write(rows ...Row) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rows = append(s.rows, rows...)
}

// Flush inserts what was kept.
func (s *Store) Flush(ctx context.Context) error {
	s.mu.Lock()
	rows := s.rows
	s.rows = nil // OR retry-effect
	s.mu.Unlock()
	if len(rows) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	if err := s.db.Insert(ctx, rows); err != nil { // OR retry-effect
		return fmt.Errorf("insert %d rows: %w", len(rows), err)
	}
	return nil
}
