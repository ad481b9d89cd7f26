// Package unit runs units of work in serializable transactions.
package unit

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Unit is a transaction and what follows it.
type Unit struct {
	*sql.Tx
	after []func()
}

// AfterCommit has fn called when the unit has been committed.
func (u *Unit) AfterCommit(fn func()) {
	u.after = append(u.after, fn) // EXPECT retry-effect
}

// Runner runs units.
type Runner struct {
	db    *sql.DB
	tries int
}

// New uses db.
func New(db *sql.DB) *Runner {
	return &Runner{db: db, tries: 5}
}

// Do runs fn in a transaction, again after a conflict with another one.
func (r *Runner) Do(ctx context.Context, fn func(context.Context, *Unit) error) error {
	u := new(Unit) // OR retry-effect
	for n := 1; ; n++ {
		err := r.attempt(ctx, u, fn)
		if err == nil {
			break
		}
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "40001" || n == r.tries {
			return err
		}
		wait := 10 * time.Millisecond << n
		t := time.NewTimer(wait + rand.N(wait))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return errors.Join(err, ctx.Err())
		}
	}
	for _, fn := range u.after { // OR retry-effect
		fn()
	}
	return nil
}

func (r *Runner) attempt(ctx context.Context, u *Unit, fn func(context.Context, *Unit) error) error {
	tx, err := r.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	u.Tx = tx
	if err := fn(ctx, u); err != nil {
		return err
	}
	return tx.Commit()
}
