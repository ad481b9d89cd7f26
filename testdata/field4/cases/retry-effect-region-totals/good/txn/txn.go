// Package txn runs functions in transactions of the strictest isolation.
package txn

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const starts = 6

// Serializable runs fn in a transaction and commits it. Postgres may ask for a new start.
func Serializable(ctx context.Context, pool *pgxpool.Pool, fn func(pgx.Tx) error) error {
	opts := pgx.TxOptions{IsoLevel: pgx.Serializable}
	for n := 1; ; n++ {
		err := pgx.BeginTxFunc(ctx, pool, opts, fn)
		var pg *pgconn.PgError
		if n == starts || !errors.As(err, &pg) || (pg.Code != "40001" && pg.Code != "40P01") {
			return err
		}
		t := time.NewTimer(time.Duration(n)*20*time.Millisecond + rand.N(40*time.Millisecond))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return errors.Join(err, ctx.Err())
		}
	}
}
