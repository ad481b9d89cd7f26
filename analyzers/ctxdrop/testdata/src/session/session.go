// Package session picks the handle of a database in a helper that returns an
// interface without contexts.
package session

import (
	"context"
	"database/sql"
	"sync"
)

type reader interface {
	Query(query string, args ...any) (*sql.Rows, error)
}

type heeding interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

type memory struct{}

func (memory) Query(string, ...any) (*sql.Rows, error) { return nil, nil }

type store struct{ primary, replica *sql.DB }

func (s *store) session(fresh bool) reader {
	if fresh {
		return s.primary
	}
	return s.replica
}

func (s *store) list(ctx context.Context) error {
	db := s.session(ctx.Value("fresh") != nil)
	_, err := db.Query("SELECT 1") // want `\(\*store\).list takes ctx and waits without it: \(\*store\).list → \(\*sql.DB\).Query`
	return err
}

func (s *store) heeds() heeding { return s.replica }

func (s *store) right(ctx context.Context) error {
	_, err := s.heeds().QueryContext(ctx, "SELECT 1")
	return err
}

func local() reader { return memory{} }

func kept(ctx context.Context) error {
	_, err := local().Query("SELECT 1")
	return err
}

var created sync.Once

// Once for the whole program, whoever comes first.
func create(ctx context.Context, db *sql.DB) {
	created.Do(func() { db.Exec("CREATE TABLE x") })
}

type lazy struct {
	once sync.Once
	db   *sql.DB
}

// Once for each, and kept for all who ask it: the first one's context must not end that.
func (l *lazy) create(ctx context.Context) {
	l.once.Do(func() { l.db.Exec("CREATE TABLE x") })
}

// Once for this call alone.
func forThisCall(ctx context.Context, db *sql.DB) {
	var once sync.Once
	for range 3 {
		once.Do(func() { db.Exec("CREATE TABLE x") }) // want `waits without it`
	}
}
