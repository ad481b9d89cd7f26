// Package pg runs statements that get over short outages of the database.
package pg

import (
	"context"
	"errors"
	"io"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sethvargo/go-retry"
)

// DB repeats statements after network errors.
type DB struct {
	pool  *pgxpool.Pool
	limit time.Duration // of one attempt
}

// New uses pool.
func New(pool *pgxpool.Pool) *DB {
	return &DB{pool: pool, limit: 3 * time.Second}
}

// Exec runs the statement, up to four times.
func (d *DB) Exec(ctx context.Context, sql string, args ...any) error {
	pause := retry.WithMaxRetries(3, retry.WithJitter(50*time.Millisecond, retry.NewExponential(100*time.Millisecond)))
	return retry.Do(ctx, pause, func(ctx context.Context) error { // OR retry-effect
		attempt, cancel := context.WithTimeout(ctx, d.limit)
		defer cancel()
		_, err := d.pool.Exec(attempt, sql, args...) // OR retry-effect
		if ctx.Err() == nil && lost(err) {
			return retry.RetryableError(err) // OR retry-effect
		}
		return err
	})
}

// lost reports whether the connection failed or did not answer in time.
func lost(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, context.DeadlineExceeded)
}
