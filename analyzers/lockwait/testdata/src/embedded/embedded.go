// Package embedded keeps its data in a database that is a part of the program.
package embedded

import (
	"context"
	"database/sql"
	"net/http"
	"sync"

	_ "modernc.org/sqlite"
)

type store struct {
	db    *sql.DB
	write sync.Mutex
	peer  *http.Client
}

func open(path string) (*store, error) {
	db, err := sql.Open("sqlite", path)
	return &store{db: db}, err
}

// A lock around the statements that write is what such a database wants.
func (s *store) put(ctx context.Context, key, value string) error {
	s.write.Lock()
	defer s.write.Unlock()
	_, err := s.db.ExecContext(ctx, "INSERT INTO kv VALUES (?, ?)", key, value)
	return err
}

// What asks somebody else under the same lock keeps the others out.
func (s *store) fill(ctx context.Context, key string) error {
	s.write.Lock()
	defer s.write.Unlock()
	req, err := http.NewRequestWithContext(ctx, "GET", "http://peer/"+key, nil)
	if err != nil {
		return err
	}
	resp, err := s.peer.Do(req) // want `s.write, taken at embedded.go:\d+, is held across \(\*http.Client\).Do`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
