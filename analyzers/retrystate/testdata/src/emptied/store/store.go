package store

import (
	"context"
	"sync"
)

type Row struct{ ID string }

type DB interface {
	Insert(ctx context.Context, rows []Row) error
}

type Store struct {
	db   DB
	mu   sync.Mutex
	rows []Row
}

// Flush loses the rows when the insert fails.
func (s *Store) Flush(ctx context.Context) error {
	s.mu.Lock()
	rows := s.rows
	s.rows = nil
	s.mu.Unlock()
	if len(rows) == 0 {
		return nil
	}
	return s.db.Insert(ctx, rows)
}

// Keep takes them out when they are stored.
func (s *Store) Keep(ctx context.Context) error {
	s.mu.Lock()
	rows := s.rows
	s.mu.Unlock()
	if err := s.db.Insert(ctx, rows); err != nil {
		return err
	}
	s.mu.Lock()
	s.rows = s.rows[len(rows):]
	s.mu.Unlock()
	return nil
}

func (s *Store) Write(rows ...Row) { s.rows = append(s.rows, rows...) }
