// Package bad reads flour prices from PostgreSQL and tries a slow query again. A try is
// given the total limit instead of the limit of a try: when the first one hangs, the whole
// budget is gone with it and the other two tries never start.
package bad

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

// Limits says how long a quote may take.
type Limits struct {
	Total   time.Duration // of Quote with all its tries
	Attempt time.Duration // of one query
	Tries   int
}

// DefaultLimits suits the counter terminals.
var DefaultLimits = Limits{Total: 12 * time.Second, Attempt: 3 * time.Second, Tries: 3}

// Quotes answers price questions of the counter.
type Quotes struct {
	pool   *pgxpool.Pool
	limits Limits
}

// NewQuotes returns Quotes with the default limits.
func NewQuotes(pool *pgxpool.Pool) *Quotes {
	return &Quotes{pool: pool, limits: DefaultLimits}
}

// Quote returns the price of a kind of flour in cents a sack.
func (q *Quotes) Quote(ctx context.Context, kind string) (int, error) {
	ctx, stop := context.WithTimeout(ctx, q.limits.Total) // OR retry-timeout
	defer stop()

	var last error
	for try := 1; try <= q.limits.Tries; try++ {
		if try > 1 {
			select {
			case <-ctx.Done():
				return 0, fmt.Errorf("quote %s: %w", kind, errors.Join(ctx.Err(), last))
			case <-time.After(300*time.Millisecond + rand.N(300*time.Millisecond)):
			}
		}
		cents, err := q.read(ctx, kind) // OR retry-timeout
		if err == nil {
			return cents, nil
		}
		last = err
		if ctx.Err() != nil || !again(err) {
			break
		}
	}
	return 0, fmt.Errorf("quote %s: %w", kind, last)
}

func (q *Quotes) read(ctx context.Context, kind string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, q.limits.Total) // EXPECT retry-timeout
	defer cancel()
	var cents int
	err := q.pool.QueryRow(ctx, `SELECT cents FROM flour_prices WHERE kind = $1 AND valid @> now()`, kind).Scan(&cents)
	return cents, err
}

// again reports whether another try makes sense: the query only reads.
func again(err error) bool {
	if errors.Is(err, pgx.ErrNoRows) {
		return false
	}
	return pgconn.Timeout(err) || pgconn.SafeToRetry(err)
}
