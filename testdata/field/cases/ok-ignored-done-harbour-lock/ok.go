// Package ok moves ships between berths under an advisory lock of the database. Rollback and unlock are
// made on a detached context with a limit, because they have to happen just when the caller's is
// over; the caller hears of their failure.
package ok

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const tidyLimit = 2 * time.Second

// ErrTaken is returned when a berth is not free.
var ErrTaken = errors.New("berth is taken")

// Harbour moves ships.
type Harbour struct{ pool *pgxpool.Pool }

// New returns a harbour in a database.
func New(pool *pgxpool.Pool) *Harbour { return &Harbour{pool: pool} }

// Move moves a ship to a berth.
func (h *Harbour) Move(ctx context.Context, ship, berth string) (err error) {
	conn, err := h.pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Release()

	key := lockKey(berth)
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, key); err != nil {
		return fmt.Errorf("lock %s: %w", berth, err)
	}
	defer func() {
		tidy, cancel := context.WithTimeout(context.WithoutCancel(ctx), tidyLimit)
		defer cancel()
		if _, e := conn.Exec(tidy, `SELECT pg_advisory_unlock($1)`, key); e != nil {
			err = errors.Join(err, fmt.Errorf("unlock %s: %w", berth, e))
		}
	}()
	return h.inTx(ctx, conn, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE berths SET ship = $1 WHERE name = $2 AND ship IS NULL`, ship, berth)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return ErrTaken
		}
		_, err = tx.Exec(ctx, `UPDATE berths SET ship = NULL WHERE ship = $1 AND name <> $2`, ship, berth)
		return err
	})
}

func (h *Harbour) inTx(ctx context.Context, conn *pgxpool.Conn, fn func(pgx.Tx) error) (err error) {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() {
		if err == nil {
			return
		}
		tidy, cancel := context.WithTimeout(context.Background(), tidyLimit)
		defer cancel()
		if e := tx.Rollback(tidy); e != nil && !errors.Is(e, pgx.ErrTxClosed) {
			err = errors.Join(err, e)
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func lockKey(berth string) int64 {
	sum := fnv.New64a()
	sum.Write([]byte(berth))
	return int64(sum.Sum64())
}
