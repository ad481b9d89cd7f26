// Package good books the jobs of a locksmith. A transaction is run again only when the
// database says that it was rolled back; a commit whose answer is lost is reported as it is.
package good

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Job is a piece of work to be paid.
type Job struct {
	Customer string
	Pence    int64
}

// Book holds the jobs.
type Book struct {
	db     *sql.DB
	runs   int
	budget time.Duration
}

// New returns a book in db.
func New(db *sql.DB) *Book { return &Book{db: db, runs: 4, budget: 15 * time.Second} }

// Enter books a job and adds it to what the customer owes.
func (b *Book) Enter(ctx context.Context, j Job) error {
	ctx, cancel := context.WithTimeout(ctx, b.budget)
	defer cancel()
	return b.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO jobs (customer, pence) VALUES ($1, $2)`, j.Customer, j.Pence); err != nil {
			return fmt.Errorf("enter job: %w", err)
		}
		if _, err := tx.ExecContext(ctx, `UPDATE customers SET owes = owes + $2 WHERE name = $1`, j.Customer, j.Pence); err != nil {
			return fmt.Errorf("add to debt: %w", err)
		}
		return nil
	})
}

// inTx runs f in a transaction, several times if need be.
func (b *Book) inTx(ctx context.Context, f func(*sql.Tx) error) error {
	for run := 1; ; run++ {
		err := b.once(ctx, f)
		if err == nil || run == b.runs || ctx.Err() != nil || !passing(err) {
			return err
		}
		timer := time.NewTimer(time.Duration(run)*40*time.Millisecond + rand.N(40*time.Millisecond))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(ctx.Err(), err)
		}
	}
}

func (b *Book) once(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := b.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// passing reports whether another run may succeed.
func passing(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "40001" || pg.Code == "40P01" // serialization failure, deadlock
	}
	return false // the connection: nobody knows how far it got
}
