// Package ok stores meter readings with an INSERT that has no key to make it safe. It is
// repeated all the same, and right: only when the driver knows that nothing of the statement
// has reached the server.
package ok

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Reading is a row.
type Reading struct {
	Meter string
	KWh   float64
	At    time.Time
}

// Store writes readings.
type Store struct{ pool *pgxpool.Pool }

// New returns a store.
func New(pool *pgxpool.Pool) *Store { return &Store{pool: pool} }

// Add stores a reading.
func (s *Store) Add(ctx context.Context, r Reading) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	const q = `INSERT INTO reading (meter, kwh, at) VALUES ($1, $2, $3)`
	for n := 0; ; n++ {
		_, err := s.pool.Exec(ctx, q, r.Meter, r.KWh, r.At)
		if err == nil {
			return nil
		}
		if !pgconn.SafeToRetry(err) || n == 3 || ctx.Err() != nil {
			return fmt.Errorf("store reading of %s: %w", r.Meter, err)
		}
		t := time.NewTimer(100*time.Millisecond<<n + rand.N(100*time.Millisecond))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}
