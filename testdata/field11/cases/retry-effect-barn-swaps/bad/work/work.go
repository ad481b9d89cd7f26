// Package work runs units of work in serializable transactions.
package work

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

const (
	maxConflicts = 5
	budget       = 10 * time.Second
)

// Unit is a transaction and what is to be done after its commit.
type Unit struct {
	Tx   *sql.Tx
	then []func()
}

// Then puts f off until the commit.
func (u *Unit) Then(f func()) {
	u.then = append(u.then, f) // EXPECT retry-effect
}

// DB runs units.
type DB struct {
	db *sql.DB
}

// New uses db.
func New(db *sql.DB) *DB {
	return &DB{db: db}
}

// Do runs fn in a transaction, again after a conflict with others.
func (d *DB) Do(ctx context.Context, fn func(context.Context, *Unit) error) error {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	u := &Unit{} // OR retry-effect
	for n := 1; ; n++ {
		err := d.once(ctx, u, fn) // OR retry-effect
		if err == nil {
			for _, f := range u.then {
				f()
			}
			return nil
		}
		if n == maxConflicts || ctx.Err() != nil || !conflict(err) {
			return err
		}
		select {
		case <-time.After(10*time.Millisecond<<n + rand.N(20*time.Millisecond)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

func (d *DB) once(ctx context.Context, u *Unit, fn func(context.Context, *Unit) error) error {
	tx, err := d.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	u.Tx = tx
	if err := fn(ctx, u); err != nil { // OR retry-effect
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func conflict(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
