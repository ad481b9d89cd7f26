// Package store keeps who sits where.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrTaken means that another order has the seat.
var ErrTaken = errors.New("seat is taken")

// Store is the seat plan in Postgres.
type Store struct{ db *sql.DB }

// New returns a Store.
func New(db *sql.DB) *Store { return &Store{db: db} }

// Take gives a seat to an order.
func (s *Store) Take(ctx context.Context, show, seat, order string) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		var holder string
		err := tx.QueryRowContext(ctx, `SELECT order_id FROM seats WHERE show = $1 AND seat = $2`, show, seat).Scan(&holder)
		switch {
		case err == nil && holder == order:
			return nil
		case err == nil:
			return ErrTaken
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO seats (show, seat, order_id) VALUES ($1, $2, $3)`, show, seat, order)
		return err
	})
}

const maxRuns = 6

// tx runs fn in a serializable transaction, and again after a conflict with another one.
func (s *Store) tx(ctx context.Context, fn func(*sql.Tx) error) error {
	for n := 1; ; n++ {
		err := s.run(ctx, fn)
		if n == maxRuns || !conflict(err) {
			return err
		}
		t := time.NewTimer(5*time.Millisecond + rand.N(45*time.Millisecond))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return errors.Join(err, ctx.Err())
		}
	}
}

func (s *Store) run(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func conflict(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
