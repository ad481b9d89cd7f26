// Package bad boards riders on the cabins of a cable car, in serializable transactions that are
// run again after a conflict. The function that is run again changes the caller's cabin: on the
// second run the riders are added to a cabin that has them already.
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

// ErrFull says that a cabin has no room for the group.
var ErrFull = errors.New("cabin is full")

// Cabin is one cabin on its way up.
type Cabin struct {
	Number int
	Riders int
	Seats  int
}

// Valley is the lower station.
type Valley struct {
	pool   *pgxpool.Pool
	runs   int
	budget time.Duration
}

// NewValley stores boardings in pool.
func NewValley(pool *pgxpool.Pool) *Valley {
	return &Valley{pool: pool, runs: 5, budget: 6 * time.Second}
}

// Board seats a group in c and stores the cabin.
func (v *Valley) Board(ctx context.Context, c *Cabin, group string, size int) error {
	ctx, cancel := context.WithTimeout(ctx, v.budget)
	defer cancel()
	err := v.serializable(ctx, func(tx pgx.Tx) error { // OR retry-effect
		if c.Riders+size > c.Seats {
			return ErrFull
		}
		c.Riders += size // EXPECT retry-effect
		if _, err := tx.Exec(ctx, `UPDATE cabins SET riders = $2 WHERE number = $1`, c.Number, c.Riders); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO boardings (cabin, party, size) VALUES ($1, $2, $3)`, c.Number, group, size)
		return err
	})
	if err != nil {
		return fmt.Errorf("board %s on cabin %d: %w", group, c.Number, err)
	}
	return nil
}

func (v *Valley) serializable(ctx context.Context, fn func(pgx.Tx) error) error {
	for run := 1; ; run++ {
		err := pgx.BeginTxFunc(ctx, v.pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, fn) // OR retry-effect
		var pg *pgconn.PgError
		if run == v.runs || !errors.As(err, &pg) || pg.Code != "40001" {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(time.Duration(run)*15*time.Millisecond + rand.N(15*time.Millisecond)):
		}
	}
}
