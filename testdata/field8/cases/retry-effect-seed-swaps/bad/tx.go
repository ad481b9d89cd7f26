package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	txTries  = 4
	txBudget = 15 * time.Second
)

// inTx runs fn in a serializable transaction, and again after failures that pass.
func inTx[T any](ctx context.Context, pool *pgxpool.Pool, fn func(context.Context, pgx.Tx) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, txBudget)
	defer cancel()
	for n := 1; ; n++ { // OR retry-effect
		var result T
		err := pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error { // OR retry-effect
			var err error
			result, err = fn(ctx, tx)
			return err
		})
		if err == nil {
			return result, nil
		}
		if n == txTries || !passing(err) {
			return *new(T), fmt.Errorf("transaction, try %d: %w", n, err)
		}
		select {
		case <-time.After(50*time.Millisecond<<n + rand.N(50*time.Millisecond)):
		case <-ctx.Done():
			return *new(T), errors.Join(err, ctx.Err())
		}
	}
}

// passing reports whether a new transaction may do better.
func passing(err error) bool {
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) {
		return pgErr.Code == "40001" || pgErr.Code == "40P01" // serialization failure, deadlock
	}
	var netErr net.Error
	return errors.As(err, &netErr) || errors.Is(err, io.ErrUnexpectedEOF) // EXPECT retry-effect
}
