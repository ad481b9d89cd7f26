// Package good moves old records under an advisory lock of the database. The pauses
// between the tries end with the context.
package good

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const latchKey = 7741

// Archive moves records.
type Archive struct {
	pool *pgxpool.Pool
	wait func() time.Duration
}

// NewArchive makes an archive; its tries are 5 to 10 seconds apart.
func NewArchive(pool *pgxpool.Pool) *Archive {
	return &Archive{pool: pool, wait: func() time.Duration {
		return 5*time.Second + rand.N(5*time.Second)
	}}
}

// Sweep moves everything older than the day.
func (a *Archive) Sweep(ctx context.Context, day time.Time) (int64, error) {
	conn, err := a.pool.Acquire(ctx)
	if err != nil {
		return 0, fmt.Errorf("take connection: %w", err)
	}
	defer conn.Release()

	if err := a.latch(ctx, conn); err != nil {
		return 0, err
	}
	defer func() {
		uctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_, _ = conn.Exec(uctx, "SELECT pg_advisory_unlock($1)", latchKey)
	}()

	tag, err := conn.Exec(ctx, "CALL sweep_records($1)", day)
	if err != nil {
		return 0, fmt.Errorf("sweep: %w", err)
	}
	return tag.RowsAffected(), nil
}

func (a *Archive) latch(ctx context.Context, conn *pgxpool.Conn) error {
	for {
		var got bool
		row := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", latchKey)
		if err := row.Scan(&got); err != nil {
			return fmt.Errorf("try lock: %w", err)
		}
		if got {
			return nil
		}
		if err := a.pause(ctx); err != nil {
			return err
		}
	}
}

func (a *Archive) pause(ctx context.Context) error {
	select {
	case <-time.After(a.wait()):
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for lock: %w", ctx.Err())
	}
}
