// Package bad reads the balance of prepaid electricity meters.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"faultfield6/cases/retry-timeout-meter-pause/bad/tries"
)

// ErrNoMeter is returned for meters that are not in the database.
var ErrNoMeter = errors.New("no such meter")

// Balances reads balances from a replica that stalls now and then.
type Balances struct {
	db     *pgxpool.Pool
	policy tries.Policy
}

// NewBalances reads from db.
func NewBalances(db *pgxpool.Pool) *Balances {
	return &Balances{db: db, policy: tries.Policy{
		Max:    4,
		PerTry: 800 * time.Millisecond,
		Pause:  100 * time.Millisecond,
		Again:  passing,
	}}
}

// Balance returns the balance of a meter in cents.
func (b *Balances) Balance(ctx context.Context, meter string) (int64, error) {
	ctx, stop := context.WithTimeout(ctx, 6*time.Second)
	defer stop()
	cents, err := tries.Do(ctx, b.policy, func(ctx context.Context) (int64, error) {
		var cents int64
		err := b.db.QueryRow(ctx, `SELECT cents FROM balances WHERE meter = $1`, meter).Scan(&cents)
		if errors.Is(err, pgx.ErrNoRows) {
			return 0, ErrNoMeter
		}
		return cents, err
	})
	if err != nil {
		return 0, fmt.Errorf("balance of %s: %w", meter, err)
	}
	return cents, nil
}

func passing(err error) bool {
	var refused *pgconn.PgError
	return !errors.Is(err, ErrNoMeter) && !errors.As(err, &refused)
}
