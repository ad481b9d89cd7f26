// Package ok charges members of a rowing club for a boat. The transaction inserts and adds,
// and it is run again even when the commit is what failed. That is right, because only two answers
// of the database lead to another run, and with either it says that it has rolled
// everything back. A commit whose answer is lost ends the loop.
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

// Trip is a use of a boat.
type Trip struct {
	Member int64
	Boat   string
	Pence  int64
}

// Club keeps the accounts.
type Club struct {
	pool   *pgxpool.Pool
	runs   int
	budget time.Duration
}

// New returns the club of a pool.
func New(pool *pgxpool.Pool) *Club { return &Club{pool: pool, runs: 6, budget: 10 * time.Second} }

// Charge books a trip and returns what the member owes.
func (c *Club) Charge(ctx context.Context, t Trip) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, c.budget)
	defer cancel()
	for run := 1; ; run++ {
		owes, err := c.charge(ctx, t)
		if err == nil {
			return owes, nil
		}
		if run == c.runs || !rolledBack(err) {
			return 0, fmt.Errorf("charge member %d: %w", t.Member, err)
		}
		timer := time.NewTimer(time.Duration(run)*15*time.Millisecond + rand.N(15*time.Millisecond))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return 0, errors.Join(ctx.Err(), err)
		}
	}
}

func (c *Club) charge(ctx context.Context, t Trip) (int64, error) {
	tx, err := c.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.Serializable})
	if err != nil {
		return 0, err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	if _, err := tx.Exec(ctx, `INSERT INTO trips (member, boat, pence) VALUES ($1, $2, $3)`, t.Member, t.Boat, t.Pence); err != nil {
		return 0, err
	}
	var owes int64
	err = tx.QueryRow(ctx, `UPDATE members SET owes = owes + $2 WHERE id = $1 RETURNING owes`, t.Member, t.Pence).Scan(&owes)
	if err != nil {
		return 0, err
	}
	return owes, tx.Commit(ctx)
}

// rolledBack reports whether the database has said that nothing of the transaction is left.
func rolledBack(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
