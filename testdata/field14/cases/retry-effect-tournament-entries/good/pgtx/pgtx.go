// Package pgtx runs functions in serializable transactions. After a conflict the function
// is called again in a new transaction.
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

const tries = 5

// Serializable calls fn in a transaction until it is committed, up to five times.
func Serializable(ctx context.Context, pool *pgxpool.Pool, fn func(context.Context, pgx.Tx) error) error {
	pause := 10 * time.Millisecond
	for n := 1; ; n++ {
		err := pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error {
			return fn(ctx, tx)
		})
		var conflict *pgconn.PgError
		if err == nil || !errors.As(err, &conflict) || conflict.Code != "40001" {
			return err
		}
		if n == tries {
			return fmt.Errorf("%d conflicts in a row: %w", n, err)
		}
		timer := time.NewTimer(pause + rand.N(pause))
		select {
		case <-timer.C:
			pause *= 2
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(ctx.Err(), err)
		}
	}
}
