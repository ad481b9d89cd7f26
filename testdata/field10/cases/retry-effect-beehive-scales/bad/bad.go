// Package bad imports the night's weighings of a bee yard into CockroachDB and reports what it did.
// The totals are counted in a variable outside of the function given to ExecuteTx. When the
// transaction is restarted, the rows of the rolled-back run are counted once more, and the
// beekeeper is told of honey that nobody has.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	crdbpgx "github.com/cockroachdb/cockroach-go/v2/crdb/crdbpgxv5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Weighing is the weight of one hive at one moment.
type Weighing struct {
	Hive  string
	At    time.Time
	Grams int64
}

// Report sums up an import.
type Report struct {
	Stored     int
	Duplicates int
	GramsTotal int64
}

// Yard imports weighings.
type Yard struct {
	pool   *pgxpool.Pool
	budget time.Duration
	log    *slog.Logger
}

// NewYard uses pool.
func NewYard(pool *pgxpool.Pool, log *slog.Logger) *Yard {
	return &Yard{pool: pool, budget: 30 * time.Second, log: log}
}

// Import stores the weighings of one night, all or none.
func (y *Yard) Import(ctx context.Context, night []Weighing) (Report, error) {
	ctx, cancel := context.WithTimeout(ctx, y.budget)
	defer cancel()

	var rep Report
	err := crdbpgx.ExecuteTx(ctx, y.pool, pgx.TxOptions{}, func(tx pgx.Tx) error { // OR retry-effect
		for _, w := range night {
			fresh, err := store(ctx, tx, w)
			if err != nil {
				return err
			}
			if !fresh {
				rep.Duplicates++ // OR retry-effect
				continue
			}
			rep.Stored++              // EXPECT retry-effect
			rep.GramsTotal += w.Grams // OR retry-effect
		}
		return nil
	})
	if err != nil {
		return Report{}, fmt.Errorf("import %d weighings: %w", len(night), err)
	}
	y.log.Info("night imported", "stored", rep.Stored, "duplicates", rep.Duplicates, "grams", rep.GramsTotal)
	return rep, nil
}

// store reports whether the weighing was not there yet.
func store(ctx context.Context, tx pgx.Tx, w Weighing) (bool, error) {
	tag, err := tx.Exec(ctx,
		`INSERT INTO weighings (hive, at, grams) VALUES ($1, $2, $3) ON CONFLICT (hive, at) DO NOTHING`,
		w.Hive, w.At, w.Grams)
	if err != nil {
		return false, fmt.Errorf("store weighing of hive %s: %w", w.Hive, err)
	}
	return tag.RowsAffected() == 1, nil
}
