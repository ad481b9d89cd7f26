// Package ok writes the audit trail of a door system.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sethvargo/go-retry"
)

// Opening is one use of a door.
type Opening struct {
	ID    uuid.UUID
	Door  string
	Badge string
	At    time.Time
}

// Trail stores openings.
type Trail struct {
	pool *pgxpool.Pool
}

// Record stores an opening under a new ID.
func (t *Trail) Record(ctx context.Context, door, badge string, at time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, 12*time.Second)
	defer cancel()
	o := Opening{ID: uuid.New(), Door: door, Badge: badge, At: at}
	b := retry.WithMaxRetries(3, retry.WithJitter(50*time.Millisecond, retry.NewFibonacci(100*time.Millisecond)))
	err := retry.Do(ctx, b, func(ctx context.Context) error {
		err := t.insert(ctx, o)
		if err != nil && mayPass(err) {
			return retry.RetryableError(err)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("record opening of %s: %w", door, err)
	}
	return nil
}

func (t *Trail) insert(ctx context.Context, o Opening) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err := t.pool.Exec(ctx,
		`INSERT INTO opening (id, door, badge, at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
		o.ID, o.Door, o.Badge, o.At)
	return err
}

func mayPass(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "57P01" || pg.Code == "53300" || pg.Code == "40001"
	}
	return !errors.Is(err, context.Canceled)
}
