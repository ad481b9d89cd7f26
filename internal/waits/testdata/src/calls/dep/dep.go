// Package dep is another package of the same module.
package dep

import (
	"context"
	"database/sql"
	"time"
)

type Store struct{ DB *sql.DB }

func (s *Store) Load(id string) error {
	_, err := s.DB.Query("SELECT 1", id) // want `\(\*sql.DB\).Query: none proven`
	return err
}

func (s *Store) LoadCtx(ctx context.Context, id string) error {
	_, err := s.DB.QueryContext(ctx, "SELECT 1", id) // want `\(\*sql.DB\).QueryContext: param 0 of`
	return err
}

func Pause(d time.Duration) {
	time.Sleep(d) // want `time.Sleep: none proven`
}

func Settle() {
	Pause(15 * time.Second) // want `time.Sleep: none proven limit 15s via Pause → time.Sleep`
}

func Blink() {
	Pause(5 * time.Millisecond) // want `trivial limit 5ms`
}

func Limited(ctx context.Context, s *Store) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return s.LoadCtx(ctx, "x") // want `QueryContext: param 0 of Limited limit 5s via \(\*Store\).LoadCtx`
}
