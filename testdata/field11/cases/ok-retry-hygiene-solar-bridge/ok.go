// Package ok carries the values of solar inverters from a bus into a database.
// The inner loop repeats a write without any limit and without a growing pause. That is right here: the
// bridge has nothing else to do until the database is back, the pause is long and jittered, the write
// is an upsert, and ctx ends it.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

const (
	writeTimeout = 5 * time.Second
	pause        = 10 * time.Second
)

// Value is what an inverter reported for a moment.
type Value struct {
	Inverter string
	At       time.Time
	Watts    int
}

// Bridge writes values in the order of their arrival. The bus keeps what is not yet taken.
type Bridge struct {
	values <-chan Value
	db     *sql.DB
	log    *slog.Logger
}

// New returns a Bridge from values to db.
func New(values <-chan Value, db *sql.DB, log *slog.Logger) *Bridge {
	return &Bridge{values: values, db: db, log: log}
}

// Run returns when ctx ends, when values is closed, or when the database refuses a value.
func (b *Bridge) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case v, ok := <-b.values:
			if !ok {
				return nil
			}
			if err := b.keep(ctx, v); err != nil {
				return fmt.Errorf("store value of %s: %w", v.Inverter, err)
			}
		}
	}
}

// keep writes v, however long that takes.
func (b *Bridge) keep(ctx context.Context, v Value) error {
	for {
		err := b.write(ctx, v)
		if err == nil || refused(err) {
			return err
		}
		if ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		b.log.Error("value not written, reconnecting", "inverter", v.Inverter, "err", err)
		t := time.NewTimer(pause + rand.N(pause/2))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return errors.Join(err, ctx.Err())
		}
	}
}

func (b *Bridge) write(ctx context.Context, v Value) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	_, err := b.db.ExecContext(ctx, `INSERT INTO power (inverter, at, watts) VALUES ($1, $2, $3)
		ON CONFLICT (inverter, at) DO UPDATE SET watts = excluded.watts`, v.Inverter, v.At, v.Watts)
	return err
}

// refused reports an answer of the server that will be the same next time: bad data or bad SQL.
func refused(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code[:2] == "22" || pg.Code[:2] == "23" || pg.Code[:2] == "42")
}
