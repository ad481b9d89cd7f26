// Package ok enters the arrivals of ships in the log of a dock.
// It is right although a plain INSERT stands in a loop: it is repeated only after errors of which
// pgconn says that they came up before anything was sent to the server. Any other failure ends
// the loop.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Arrival is a ship that has made fast.
type Arrival struct {
	Ship  string
	Berth int
	At    time.Time
}

// Log keeps arrivals.
type Log struct {
	pool   *pgxpool.Pool
	tries  int
	budget time.Duration
	log    *slog.Logger
}

// NewLog uses pool.
func NewLog(pool *pgxpool.Pool, log *slog.Logger) *Log {
	return &Log{pool: pool, tries: 4, budget: 10 * time.Second, log: log}
}

// Enter adds an arrival and returns its number in the log.
func (l *Log) Enter(ctx context.Context, a Arrival) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, l.budget)
	defer cancel()
	for try := 1; ; try++ {
		var number int64
		err := l.pool.QueryRow(ctx,
			`INSERT INTO arrivals (ship, berth, at) VALUES ($1, $2, $3) RETURNING number`,
			a.Ship, a.Berth, a.At).Scan(&number)
		if err == nil {
			return number, nil
		}
		if try == l.tries || ctx.Err() != nil || !pgconn.SafeToRetry(err) {
			return 0, fmt.Errorf("enter arrival of %s: %w", a.Ship, err)
		}
		l.log.Warn("arrival was not sent", "ship", a.Ship, "try", try, "err", err)
		select {
		case <-time.After(time.Duration(try)*50*time.Millisecond + rand.N(50*time.Millisecond)):
		case <-ctx.Done():
			return 0, errors.Join(err, ctx.Err())
		}
	}
}

// Arrivals returns how many ships made fast at a berth since the given time.
func (l *Log) Arrivals(ctx context.Context, berth int, since time.Time) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, l.budget)
	defer cancel()
	err = l.pool.QueryRow(ctx, `SELECT count(*) FROM arrivals WHERE berth = $1 AND at >= $2`, berth, since).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count arrivals at berth %d: %w", berth, err)
	}
	return n, nil
}
