// Package good imports the pollen counts of a station for one day, replacing what is there.
// The function that the transaction runner repeats makes its own source of the copy.
package good

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

// Count is the number of grains of one plant.
type Count struct {
	Plant  string
	Grains int
}

// Archive stores counts.
type Archive struct {
	pool  *pgxpool.Pool
	tries int
}

// Replace stores the counts of a day.
func (a *Archive) Replace(ctx context.Context, station string, day time.Time, counts []Count) error {
	err := a.serializable(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM pollen WHERE station = $1 AND day = $2`, station, day); err != nil {
			return fmt.Errorf("delete day: %w", err)
		}
		rows := pgx.CopyFromSlice(len(counts), func(i int) ([]any, error) {
			return []any{station, day, counts[i].Plant, counts[i].Grains}, nil
		})
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"pollen"}, []string{"station", "day", "plant", "grains"}, rows)
		return err
	})
	if err != nil {
		return fmt.Errorf("replace %s of station %s: %w", day.Format(time.DateOnly), station, err)
	}
	return nil
}

// serializable runs fn in a transaction, again if it could not be serialized.
func (a *Archive) serializable(ctx context.Context, fn func(pgx.Tx) error) error {
	for n := 1; ; n++ {
		err := pgx.BeginTxFunc(ctx, a.pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, fn)
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "40001" || n == a.tries {
			return err
		}
		wait := 20 * time.Millisecond << min(n, 6)
		t := time.NewTimer(wait + rand.N(wait))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return errors.Join(err, ctx.Err())
		}
	}
}
