// Package pgretry is a PostgreSQL handle that survives restarts of the server.
package pgretry

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	tries  = 5
	budget = 20 * time.Second
)

// DB repeats statements after a lost connection.
type DB struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

// New uses pool.
func New(pool *pgxpool.Pool, log *slog.Logger) *DB {
	return &DB{pool: pool, log: log}
}

// Exec runs a statement.
func (d *DB) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	for n := 1; ; n++ {
		tag, err := d.pool.Exec(ctx, sql, args...)
		if err == nil {
			return tag, nil
		}
		if n == tries || ctx.Err() != nil || !lost(err) {
			return tag, err
		}
		d.log.Warn("connection lost, repeating statement", "try", n, "err", err)
		select {
		case <-time.After(50*time.Millisecond<<n + rand.N(50*time.Millisecond)):
		case <-ctx.Done():
			return tag, errors.Join(err, ctx.Err())
		}
	}
}

// lost reports whether the connection broke.
func lost(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}
