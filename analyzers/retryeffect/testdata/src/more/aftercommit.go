package more

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

type crier interface {
	Announce(ctx context.Context, text string) error
}

type town struct {
	pool *pgxpool.Pool
	db   *sql.DB
	loud crier
	hook string
}

func serial(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "40001"
}

// inTx wraps the function that it is given once more.
func (t *town) inTx(ctx context.Context, fn func(context.Context, pgx.Tx) error) error {
	for n := 1; ; n++ {
		err := pgx.BeginTxFunc(ctx, t.pool, pgx.TxOptions{}, func(tx pgx.Tx) error { return fn(ctx, tx) })
		if err == nil || !serial(err) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (t *town) tell(ctx context.Context, name string) error {
	return t.loud.Announce(ctx, "new: "+name)
}

// Helper announces through a helper, in the transaction.
func (t *town) Helper(ctx context.Context, name string) error {
	return t.inTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO people (name) VALUES ($1)", name); err != nil {
			return err
		}
		return t.tell(ctx, name) // want `crier.Announce happens in each run of a transaction`
	})
}

// After announces when all is done.
func (t *town) After(ctx context.Context, name string) error {
	err := t.inTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO people (name) VALUES ($1)", name)
		return err
	})
	if err != nil {
		return err
	}
	return t.tell(ctx, name)
}

// queue is given the transaction.
func (t *town) queue(ctx context.Context, tx pgx.Tx, name string) error {
	_, err := tx.Exec(ctx, "INSERT INTO announcements (name) VALUES ($1)", name)
	return err
}

// Queued writes what is to be announced into the same transaction.
func (t *town) Queued(ctx context.Context, name string) error {
	return t.inTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return t.queue(ctx, tx, name)
	})
}

// Direct has the loop and the transaction's function in one place.
func (t *town) Direct(ctx context.Context, name string) (err error) {
	for range 5 {
		err = pgx.BeginTxFunc(ctx, t.pool, pgx.TxOptions{}, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "INSERT INTO people (name) VALUES ($1)", name); err != nil {
				return err
			}
			return t.tell(ctx, name) // want `crier.Announce happens in each run of a transaction`
		})
		if !serial(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Posted posts before it commits.
func (t *town) Posted(ctx context.Context, name string) (err error) {
	for range 5 {
		if err = t.posted(ctx, name); !serial(err) { // want `POST .*happens outside of the transaction in code that the loop .*runs again after a conflict`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (t *town) posted(ctx context.Context, name string) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE towns SET n = n + 1"); err != nil {
		return err
	}
	resp, err := http.Post(t.hook, "text/plain", strings.NewReader(name))
	if err != nil {
		return err
	}
	resp.Body.Close()
	return tx.Commit()
}

// Late posts when it has committed.
func (t *town) Late(ctx context.Context, name string) (err error) {
	for range 5 {
		if err = t.late(ctx, name); !serial(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (t *town) late(ctx context.Context, name string) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE towns SET n = n + 1"); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	resp, err := http.Post(t.hook, "text/plain", strings.NewReader(name))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
