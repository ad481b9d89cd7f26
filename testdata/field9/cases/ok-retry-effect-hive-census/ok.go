// Package ok takes a census of beehives in transactions that may be run again. The function adds
// to a list and to a map outside of it, and it is right: it empties both before it reads.
package ok

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

// Hive is a beehive with its site.
type Hive struct {
	Name string
	Site string
}

// Census is the result of a count.
type Census struct {
	Hives  []Hive
	BySite map[string]int
}

// Registry counts hives.
type Registry struct {
	pool   *pgxpool.Pool
	runs   int
	budget time.Duration
}

// NewRegistry counts in pool.
func NewRegistry(pool *pgxpool.Pool) *Registry {
	return &Registry{pool: pool, runs: 4, budget: 10 * time.Second}
}

// Count lists the hives of a keeper and notes the day of the count.
func (r *Registry) Count(ctx context.Context, keeper int64) (*Census, error) {
	ctx, cancel := context.WithTimeout(ctx, r.budget)
	defer cancel()
	census := &Census{BySite: make(map[string]int)}
	err := r.again(ctx, func(tx pgx.Tx) error {
		census.Hives = census.Hives[:0]
		clear(census.BySite)
		rows, err := tx.Query(ctx, `SELECT name, site FROM hives WHERE keeper = $1 ORDER BY name`, keeper)
		if err != nil {
			return err
		}
		var h Hive
		_, err = pgx.ForEachRow(rows, []any{&h.Name, &h.Site}, func() error {
			census.Hives = append(census.Hives, h)
			census.BySite[h.Site]++
			return nil
		})
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE keepers SET counted_on = current_date WHERE id = $1`, keeper)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("census of keeper %d: %w", keeper, err)
	}
	return census, nil
}

func (r *Registry) again(ctx context.Context, fn func(pgx.Tx) error) error {
	for run := 1; ; run++ {
		err := pgx.BeginTxFunc(ctx, r.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, fn)
		var pg *pgconn.PgError
		if run == r.runs || !errors.As(err, &pg) || pg.Code != "40001" {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(time.Duration(run)*20*time.Millisecond + rand.N(20*time.Millisecond)):
		}
	}
}
