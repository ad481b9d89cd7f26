// Package ok books the takings of a market stall into a journal.
// It is right although an INSERT is repeated after lost connections: the reference comes with the
// takings and is unique in the table, so a second INSERT of the same takings does nothing.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	insertTimeout = 4 * time.Second
	maxElapsed    = 25 * time.Second
)

// Takings is the money of one stall on one day.
type Takings struct {
	Reference string // stall and day, unique
	Stall     string
	Cents     int64
}

// Journal keeps takings in PostgreSQL.
type Journal struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

// NewJournal uses pool.
func NewJournal(pool *pgxpool.Pool, log *slog.Logger) *Journal {
	return &Journal{pool: pool, log: log}
}

// Book stores t unless its reference is there already.
func (j *Journal) Book(ctx context.Context, t Takings) error {
	policy := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(200*time.Millisecond),
		backoff.WithMaxInterval(3*time.Second),
		backoff.WithMaxElapsedTime(maxElapsed),
	)
	insert := func() error {
		err := j.insert(ctx, t)
		if err != nil && (ctx.Err() != nil || !connection(err)) {
			return backoff.Permanent(err)
		}
		return err
	}
	notify := func(err error, d time.Duration) {
		j.log.Warn("takings not booked", "reference", t.Reference, "err", err, "next", d)
	}
	if err := backoff.RetryNotify(insert, backoff.WithContext(policy, ctx), notify); err != nil {
		return fmt.Errorf("book %s: %w", t.Reference, err)
	}
	return nil
}

func (j *Journal) insert(ctx context.Context, t Takings) error {
	ctx, cancel := context.WithTimeout(ctx, insertTimeout)
	defer cancel()
	_, err := j.pool.Exec(ctx,
		`INSERT INTO journal (reference, stall, cents) VALUES ($1, $2, $3) ON CONFLICT (reference) DO NOTHING`,
		t.Reference, t.Stall, t.Cents)
	return err
}

// connection reports errors of the connection, after which the fate of the INSERT is not known.
func connection(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) || pgconn.Timeout(err) || pgconn.SafeToRetry(err)
}
