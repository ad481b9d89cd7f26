// Package store keeps orders.
package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

var errSerial = errors.New("serialization failure")

type Store struct {
	db   *sql.DB
	wait time.Duration
}

func (s *Store) once(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Store) tx(ctx context.Context, fn func(*sql.Tx) error) error {
	for {
		err := s.once(ctx, fn)
		if !errors.Is(err, errSerial) {
			return err
		}
		if !s.pause(ctx) {
			return ctx.Err()
		}
	}
}

func (s *Store) pause(ctx context.Context) bool {
	select {
	case <-time.After(20 * time.Millisecond):
		return true
	case <-ctx.Done():
		return false
	}
}

// Save runs in a helper without an end.
func (s *Store) Save(ctx context.Context, id string) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM orders WHERE id = $1", id)
		return err
	})
}

// Load has a loop of its own.
func (s *Store) Load(ctx context.Context, id string) (name string, err error) {
	for {
		err = s.db.QueryRowContext(ctx, "SELECT name FROM orders WHERE id = $1", id).Scan(&name)
		if err == nil || errors.Is(err, sql.ErrNoRows) {
			return name, err
		}
		if !s.pause(ctx) {
			return "", errors.Join(err, ctx.Err())
		}
	}
}

// Get goes through Load.
func (s *Store) Get(ctx context.Context, id string) (string, error) { return s.Load(ctx, id) }

// Brief has a limit of its own.
func (s *Store) Brief(ctx context.Context, id string) (name string, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for {
		err = s.db.QueryRowContext(ctx, "SELECT name FROM orders WHERE id = $1", id).Scan(&name)
		if err == nil || errors.Is(err, sql.ErrNoRows) {
			return name, err
		}
		if !s.pause(ctx) {
			return "", errors.Join(err, ctx.Err())
		}
	}
}

// Open has one that is not known here.
func (s *Store) Open(ctx context.Context, id string) (name string, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.wait)
	defer cancel()
	for {
		err = s.db.QueryRowContext(ctx, "SELECT name FROM orders WHERE id = $1", id).Scan(&name)
		if err == nil || errors.Is(err, sql.ErrNoRows) {
			return name, err
		}
		if !s.pause(ctx) {
			return "", errors.Join(err, ctx.Err())
		}
	}
}

// Count counts.
func (s *Store) Count(ctx context.Context, id string) (name string, err error) {
	for n := 0; n < 4; n++ {
		err = s.db.QueryRowContext(ctx, "SELECT name FROM orders WHERE id = $1", id).Scan(&name)
		if err == nil || !s.pause(ctx) {
			break
		}
	}
	return name, err
}

// Peek looks at no context.
func (s *Store) Peek(id string) (name string, err error) {
	for {
		err = s.db.QueryRow("SELECT name FROM orders WHERE id = $1", id).Scan(&name)
		if err == nil || errors.Is(err, sql.ErrNoRows) {
			return name, err
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Look goes through Peek.
func (s *Store) Look(id string) (string, error) { return s.Peek(id) }

// Fresh gives up after a while.
func (s *Store) Fresh(id string) (name string, err error) {
	until := time.Now().Add(time.Second)
	for time.Now().Before(until) {
		err = s.db.QueryRow("SELECT name FROM orders WHERE id = $1", id).Scan(&name)
		if err == nil || errors.Is(err, sql.ErrNoRows) {
			return name, err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return name, err
}
