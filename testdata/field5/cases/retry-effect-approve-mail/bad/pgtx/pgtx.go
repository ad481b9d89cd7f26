// Package pgtx runs functions in serializable transactions.
package pgtx

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	rounds = 5
	limit  = 10 * time.Second
)

// DB is a pool with transaction helpers.
type DB struct{ Pool *pgxpool.Pool }

// Serializable runs fn in a transaction and starts over when PostgreSQL rolled it back
// because of a conflict.
func (db *DB) Serializable(ctx context.Context, fn func(context.Context, pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	opts := pgx.TxOptions{IsoLevel: pgx.Serializable}
	for n := 1; ; n++ {
		err := pgx.BeginTxFunc(ctx, db.Pool, opts, func(tx pgx.Tx) error { return fn(ctx, tx) })
		if err == nil || !conflict(err) {
			return err
		}
		if n == rounds {
			return fmt.Errorf("given up after %d rounds: %w", n, err)
		}
		pause := time.Duration(n) * 20 * time.Millisecond
		select {
		case <-time.After(pause + rand.N(pause)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

func conflict(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
