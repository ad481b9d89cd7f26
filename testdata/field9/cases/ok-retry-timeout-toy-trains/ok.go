// Package ok runs a model railway from a database. Two functions run their work again after a
// conflict, and one calls the other. The tries do not multiply: the outer one leaves a mark in
// the context, and the inner one, when it finds the mark, runs its work once and leaves the
// decision to the outer.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

const (
	tries  = 4
	budget = 5 * time.Second
)

type mark struct{}

// again runs fn until it meets no conflict, or once if a caller already does that.
func again(ctx context.Context, fn func(context.Context) error) error {
	if ctx.Value(mark{}) != nil {
		return fn(ctx)
	}
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, mark{}, true), budget)
	defer cancel()
	for try := 1; ; try++ {
		err := fn(ctx)
		if try == tries || !conflict(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(time.Duration(try)*10*time.Millisecond + rand.N(10*time.Millisecond)):
		}
	}
}

func conflict(err error) bool {
	var st interface{ SQLState() string }
	return errors.As(err, &st) && st.SQLState() == "40001"
}

// Railway moves trains.
type Railway struct {
	db *sql.DB
}

// Throw sets a switch.
func (r *Railway) Throw(ctx context.Context, points, to string) error {
	return again(ctx, func(ctx context.Context) error {
		return r.tx(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE points SET position = $2 WHERE name = $1`, points, to)
			return err
		})
	})
}

// Route sets the switches on a way and marks the way as taken.
func (r *Railway) Route(ctx context.Context, way string, switches map[string]string) error {
	err := again(ctx, func(ctx context.Context) error {
		for points, to := range switches {
			if err := r.Throw(ctx, points, to); err != nil {
				return fmt.Errorf("throw %s: %w", points, err)
			}
		}
		return r.tx(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE ways SET taken = true WHERE name = $1`, way)
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("route %s: %w", way, err)
	}
	return nil
}

func (r *Railway) tx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := r.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}
