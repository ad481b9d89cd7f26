// Package bad reads the lots of a flower auction, every query under a time limit of its own.
// After a failed query the code asks the query's context whether the caller has given up. That
// context is over exactly when the query was too slow, so a slow query is never tried again.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sethvargo/go-retry"
)

// Lot is what is sold in one go.
type Lot struct {
	ID      int64
	Variety string
	Stems   int
}

// Auction reads lots from a pool of replicas.
type Auction struct {
	pool   *pgxpool.Pool
	budget time.Duration
	perTry time.Duration
}

// NewAuction reads through pool.
func NewAuction(pool *pgxpool.Pool) *Auction {
	return &Auction{pool: pool, budget: 15 * time.Second, perTry: 3 * time.Second}
}

// Lots returns the lots of one day.
func (a *Auction) Lots(ctx context.Context, day time.Time) ([]Lot, error) {
	ctx, stop := context.WithTimeout(ctx, a.budget)
	defer stop()
	policy := retry.WithMaxRetries(3, retry.WithJitter(100*time.Millisecond, retry.NewFibonacci(200*time.Millisecond)))
	lots, err := retry.DoValue(ctx, policy, func(ctx context.Context) ([]Lot, error) {
		qctx, cancel := context.WithTimeout(ctx, a.perTry)
		defer cancel()
		lots, err := a.query(qctx, day)
		switch {
		case err == nil:
			return lots, nil
		case over(qctx, err): // EXPECT retry-timeout
			return nil, err
		}
		return nil, retry.RetryableError(err)
	})
	if err != nil {
		return nil, fmt.Errorf("lots of %s: %w", day.Format(time.DateOnly), err)
	}
	return lots, nil
}

func (a *Auction) query(ctx context.Context, day time.Time) ([]Lot, error) {
	rows, err := a.pool.Query(ctx, `SELECT id, variety, stems FROM lots WHERE sold_on = $1 ORDER BY id`, day)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Lot])
}

// over reports whether there is no point in another try.
func over(ctx context.Context, err error) bool {
	if ctx.Err() != nil { // OR retry-timeout
		return true
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code != "57P01" && pg.Code != "53300"
	}
	return !errors.Is(err, context.DeadlineExceeded) && !pgconn.SafeToRetry(err)
}
