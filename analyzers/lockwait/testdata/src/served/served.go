// Package served asks the database of a server, or an embedded one, as it is told.
package served

import (
	"context"
	"database/sql"
	"sync"

	_ "github.com/lib/pq"
	_ "modernc.org/sqlite"
)

type store struct {
	db    *sql.DB
	write sync.Mutex
	names sync.Mutex
}

// One lock, held in many methods, is one fault.
func (s *store) put(ctx context.Context, key, value string) error {
	s.write.Lock()
	defer s.write.Unlock()
	_, err := s.db.ExecContext(ctx, "INSERT INTO kv VALUES ($1, $2)", key, value) // want `s.write, taken at served.go:\d+, is held across \(\*sql.DB\).ExecContext, and likewise at served.go:30 and 1 more: whoever needs it`
	return err
}

func (s *store) drop(ctx context.Context, key string) error {
	s.write.Lock()
	defer s.write.Unlock()
	_, err := s.db.ExecContext(ctx, "DELETE FROM kv WHERE k = $1", key)
	return err
}

func (s *store) get(ctx context.Context, key string) (value string, err error) {
	s.write.Lock()
	defer s.write.Unlock()
	err = s.db.QueryRowContext(ctx, "SELECT v FROM kv WHERE k = $1", key).Scan(&value)
	return value, err
}

// Another lock is another.
func (s *store) name(ctx context.Context, key string) error {
	s.names.Lock()
	defer s.names.Unlock()
	_, err := s.db.ExecContext(ctx, "UPDATE names SET n = $1", key) // want `s.names, taken at served.go:\d+, is held across \(\*sql.DB\).ExecContext: whoever needs it`
	return err
}
