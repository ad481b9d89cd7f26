// Package good looks up ringed birds in the databases of several countries.
// Each database has two seconds.
package good

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Ring is a ring on a bird's leg.
type Ring struct {
	Code    string
	Species string
	Ringed  time.Time
}

// ErrUnknown means that a database answered, and nobody knows the ring.
var ErrUnknown = errors.New("unknown ring")

// Registry asks replicas of the register, the nearest first. All hold the same rows.
type Registry struct {
	Replicas []*pgxpool.Pool
	PerQuery time.Duration
}

// NewRegistry sets the usual limit.
func NewRegistry(replicas ...*pgxpool.Pool) *Registry {
	return &Registry{Replicas: replicas, PerQuery: 2 * time.Second}
}

// Find returns the ring with the code.
func (g *Registry) Find(ctx context.Context, code string) (*Ring, error) {
	var failed []error
	for _, pool := range g.Replicas {
		ring, err := g.query(ctx, pool, code)
		switch {
		case err == nil:
			return ring, nil
		case errors.Is(err, pgx.ErrNoRows):
			return nil, ErrUnknown
		case ctx.Err() != nil:
			return nil, ctx.Err()
		}
		failed = append(failed, err)
	}
	return nil, errors.Join(failed...)
}

func (g *Registry) query(ctx context.Context, pool *pgxpool.Pool, code string) (*Ring, error) {
	ctx, cancel := context.WithTimeout(ctx, g.PerQuery)
	defer cancel()
	r := Ring{Code: code}
	err := pool.QueryRow(ctx, `SELECT species, ringed FROM ring WHERE code = $1`, code).Scan(&r.Species, &r.Ringed)
	if err != nil {
		return nil, fmt.Errorf("ring %s: %w", code, err)
	}
	return &r, nil
}
