// Package committed runs functions in transactions, again after failures.
package committed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type book struct {
	db   *sql.DB
	pool *pgxpool.Pool
}

func (b *book) once(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Any failure is repeated, that of the commit as well.
func (b *book) anyway(ctx context.Context, f func(*sql.Tx) error) error {
	for run := 1; ; run++ {
		err := b.once(ctx, f)
		if err == nil || run == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (b *book) enter(ctx context.Context, pence int) error {
	return b.anyway(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE customers SET owes = owes + $1", pence) // want `is repeated by .*anyway .*after failures that do not tell`
		return err
	})
}

// What leaves the same after n runs.
func (b *book) set(ctx context.Context, pence int) error {
	return b.anyway(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE customers SET owes = $1", pence)
		return err
	})
}

func serial(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

func broken(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "40001"
	}
	var n net.Error
	return errors.As(err, &n) || errors.Is(err, io.ErrUnexpectedEOF)
}

// So is a broken connection.
func inTx[T any](ctx context.Context, pool *pgxpool.Pool, fn func(context.Context, pgx.Tx) (T, error)) (T, error) {
	for n := 1; ; n++ {
		var out T
		err := pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
			var err error
			out, err = fn(ctx, tx)
			return err
		})
		if err == nil || n == 4 || !broken(err) {
			return out, err
		}
		time.Sleep(time.Second)
	}
}

func (b *book) swap(ctx context.Context, grams int) (int, error) {
	return inTx(ctx, b.pool, func(ctx context.Context, tx pgx.Tx) (int, error) {
		_, err := tx.Exec(ctx, "UPDATE stocks SET grams = grams - $1", grams) // want `is repeated by inTx .*after failures that do not tell`
		return grams, err
	})
}

// Conflicts alone.
func inSerial(ctx context.Context, pool *pgxpool.Pool, fn func(pgx.Tx) error) error {
	for n := 1; ; n++ {
		err := pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error { return fn(tx) })
		if err == nil || n == 4 || !serial(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (b *book) swapSerial(ctx context.Context, grams int) error {
	return inSerial(ctx, b.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE stocks SET grams = grams - $1", grams)
		return err
	})
}

// The failures of the function are repeated, and not that of the commit.
func (b *book) before(ctx context.Context, f func(*sql.Tx) error) (err error) {
	for range 4 {
		tx, err := b.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if err = f(tx); err == nil {
			return tx.Commit()
		}
		tx.Rollback()
		time.Sleep(time.Second)
	}
	return err
}

func (b *book) enterBefore(ctx context.Context, pence int) error {
	return b.before(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE customers SET owes = owes + $1", pence)
		return err
	})
}

// The commit is told apart.
var errCommit = errors.New("commit")

func (b *book) told(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("%w: %w", errCommit, err)
	}
	return nil
}

func passing(err error) bool {
	if errors.Is(err, errCommit) {
		return false
	}
	return true
}

func (b *book) apart(ctx context.Context, f func(*sql.Tx) error) error {
	for run := 1; ; run++ {
		err := b.told(ctx, f)
		if err == nil || run == 4 || !passing(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (b *book) enterApart(ctx context.Context, pence int) error {
	return b.apart(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE customers SET owes = owes + $1", pence)
		return err
	})
}
