// Package exclusive runs jobs that only one replica may run at a time.
package exclusive

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const unlockLimit = 5 * time.Second

// ErrBusy is returned when another replica has the lock.
var ErrBusy = errors.New("held by another replica")

// Guard takes advisory locks in Postgres.
type Guard struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

// NewGuard returns a guard.
func NewGuard(pool *pgxpool.Pool, log *slog.Logger) *Guard { return &Guard{pool: pool, log: log} }

func key(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64())
}

// Do runs job under the lock of that name.
func (g *Guard) Do(ctx context.Context, name string, job func(context.Context) error) error {
	conn, err := g.pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("connection for %s: %w", name, err)
	}
	defer conn.Release()

	id := key(name)
	var got bool
	if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, id).Scan(&got); err != nil {
		return fmt.Errorf("lock %s: %w", name, err)
	}
	if !got {
		return fmt.Errorf("%s: %w", name, ErrBusy)
	}
	defer func() {
		unlockCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), unlockLimit)
		defer cancel()
		if _, err := conn.Exec(unlockCtx, `SELECT pg_advisory_unlock($1)`, id); err != nil {
			g.log.WarnContext(ctx, "unlock", "job", name, "err", err)
		}
	}()
	return job(ctx)
}
