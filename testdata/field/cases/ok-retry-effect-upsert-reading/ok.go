// Package ok stores the readings of weather stations.
// It is right although an INSERT is repeated whenever the answer is lost: it replaces the row of the same station and
// hour, so it can be carried out any number of times.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sethvargo/go-retry"
)

const upsert = `
INSERT INTO readings (station, hour, celsius, hpa)
VALUES (@station, @hour, @celsius, @hpa)
ON CONFLICT (station, hour) DO UPDATE SET celsius = excluded.celsius, hpa = excluded.hpa`

// Reading is what a station measured in an hour.
type Reading struct {
	Station string
	Hour    time.Time
	Celsius float64
	HPa     float64
}

// Store keeps readings.
type Store struct {
	pool *pgxpool.Pool
}

// New returns the store in pool.
func New(pool *pgxpool.Pool) *Store { return &Store{pool: pool} }

// Put stores readings, all or none of them.
func (s *Store) Put(ctx context.Context, readings []Reading) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	b := retry.WithMaxRetries(3, retry.WithJitterPercent(30, retry.NewExponential(200*time.Millisecond)))
	err := retry.Do(ctx, b, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		err := s.put(ctx, readings)
		var answer *pgconn.PgError
		if err == nil || errors.As(err, &answer) {
			return err
		}
		return retry.RetryableError(err)
	})
	if err != nil {
		return fmt.Errorf("store %d readings: %w", len(readings), err)
	}
	return nil
}

func (s *Store) put(ctx context.Context, readings []Reading) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		for _, r := range readings {
			_, err := tx.Exec(ctx, upsert, pgx.NamedArgs{
				"station": r.Station, "hour": r.Hour.Truncate(time.Hour), "celsius": r.Celsius, "hpa": r.HPa,
			})
			if err != nil {
				return fmt.Errorf("%s at %s: %w", r.Station, r.Hour.Format(time.RFC3339), err)
			}
		}
		return nil
	})
}
