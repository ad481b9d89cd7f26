// Package ok removes the visits of a museum that are older than a year, a few thousand rows at a time.
// An endless loop that calls the database again at once looks like a retry without limit; each round
// removes other rows, the last one finds none, and a failure ends the purge.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	batchRows  = 5000
	batchLimit = 30 * time.Second
)

// Visits stores who came when.
type Visits struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

// NewVisits works on pool.
func NewVisits(pool *pgxpool.Pool, log *slog.Logger) *Visits {
	return &Visits{pool: pool, log: log}
}

// Purge removes the visits before a moment and returns how many there were.
func (v *Visits) Purge(ctx context.Context, before time.Time) (int64, error) {
	var total int64
	for {
		n, err := v.batch(ctx, before)
		total += n
		if err != nil {
			return total, fmt.Errorf("purge visits, %d removed: %w", total, err)
		}
		if n == 0 {
			v.log.Info("visits purged", "before", before, "rows", total)
			return total, nil
		}
	}
}

func (v *Visits) batch(ctx context.Context, before time.Time) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, batchLimit)
	defer cancel()
	tag, err := v.pool.Exec(ctx, `
		DELETE FROM visits WHERE id IN (
			SELECT id FROM visits WHERE came_at < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
		before, batchRows)
	if err != nil {
		return 0, err
	}
	return tag.RowsAffected(), nil
}
