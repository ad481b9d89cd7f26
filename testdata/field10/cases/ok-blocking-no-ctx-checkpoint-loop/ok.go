// Package ok keeps a weather station's readings in SQLite and tidies the log file up.
// The loop belongs to the store and not to any request, so there is no context to pass on: each
// checkpoint has a limit of its own, and Close ends the loop and waits for it.
package ok

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

const (
	checkpointPeriod = 10 * time.Minute
	checkpointLimit  = 30 * time.Second
)

// Store keeps readings.
type Store struct {
	db   *sql.DB
	stop context.CancelFunc
	done sync.WaitGroup
	log  *slog.Logger
}

// New returns a Store over an opened database and starts its checkpoints.
func New(db *sql.DB, log *slog.Logger) *Store {
	ctx, stop := context.WithCancel(context.Background())
	s := &Store{db: db, stop: stop, log: log}
	s.done.Go(func() { s.checkpoints(ctx) })
	return s
}

// Add stores one reading.
func (s *Store) Add(ctx context.Context, sensor string, at time.Time, value float64) error {
	_, err := s.db.ExecContext(ctx,
		`INSERT INTO readings (sensor, at, value) VALUES (?, ?, ?) ON CONFLICT (sensor, at) DO NOTHING`,
		sensor, at.Unix(), value)
	if err != nil {
		return fmt.Errorf("add reading of %s: %w", sensor, err)
	}
	return nil
}

// Close ends the checkpoints and closes the database.
func (s *Store) Close() error {
	s.stop()
	s.done.Wait()
	return s.db.Close()
}

func (s *Store) checkpoints(ctx context.Context) {
	tick := time.NewTicker(checkpointPeriod)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := s.checkpoint(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("checkpoint failed, next in ten minutes", "err", err)
		}
	}
}

func (s *Store) checkpoint(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, checkpointLimit)
	defer cancel()
	_, err := s.db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return err
}
