// Package good reads the stock of an oyster bed from the growers' database.
// Each query has three seconds and is repeated when it runs out of them; the helper in package
// again stops early only when the caller's own context has ended.
package good

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"faultfield11/cases/retry-timeout-oyster-beds/good/again"
)

// ErrNoBed is returned for a bed that is not on the books.
var ErrNoBed = errors.New("no such bed")

// Stock is what lies in a bed.
type Stock struct {
	Dozens  int
	Counted time.Time
}

// Beds reads the books of the growers.
type Beds struct {
	pool   *pgxpool.Pool
	policy again.Policy
}

// NewBeds reads through pool.
func NewBeds(pool *pgxpool.Pool) *Beds {
	return &Beds{pool: pool, policy: again.Policy{
		Total:   14 * time.Second,
		Each:    3 * time.Second,
		Pause:   150 * time.Millisecond,
		Times:   4,
		Passing: func(err error) bool { return errors.Is(err, context.DeadlineExceeded) || pgconn.SafeToRetry(err) },
	}}
}

// Stock returns the last count of a bed.
func (b *Beds) Stock(ctx context.Context, bed int64) (Stock, error) {
	s, err := again.Do(ctx, b.policy, func(ctx context.Context) (Stock, error) {
		var s Stock
		row := b.pool.QueryRow(ctx, `SELECT dozens, counted_at FROM bed_counts WHERE bed_id = $1 ORDER BY counted_at DESC LIMIT 1`, bed)
		return s, row.Scan(&s.Dozens, &s.Counted)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return Stock{}, fmt.Errorf("bed %d: %w", bed, ErrNoBed)
	}
	if err != nil {
		return Stock{}, fmt.Errorf("stock of bed %d: %w", bed, err)
	}
	return s, nil
}
