// Package zones reads parking zones from PostgreSQL.
package zones

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrUnknown is returned for a zone that does not exist.
var ErrUnknown = errors.New("unknown zone")

// Zone is a place where scooters may be left.
type Zone struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Capacity int    `json:"capacity"`
}

// Store reads zones.
type Store struct{ pool *pgxpool.Pool }

// NewStore uses pool.
func NewStore(pool *pgxpool.Pool) *Store { return &Store{pool: pool} }

// ByID returns one zone.
func (s *Store) ByID(id string) (Zone, error) {
	var z Zone
	err := s.pool.QueryRow(context.Background(), // OR blocking-no-ctx
		`SELECT id, name, capacity FROM zones WHERE id = $1`, id).Scan(&z.ID, &z.Name, &z.Capacity)
	if errors.Is(err, pgx.ErrNoRows) {
		return Zone{}, ErrUnknown
	}
	if err != nil {
		return Zone{}, fmt.Errorf("zone %s: %w", id, err)
	}
	return z, nil
}

// Near returns up to n zones around a point.
func (s *Store) Near(lat, lon float64, n int) ([]Zone, error) {
	rows, err := s.pool.Query(context.Background(), // EXPECT blocking-no-ctx
		`SELECT id, name, capacity FROM zones
		ORDER BY place <-> ST_SetSRID(ST_MakePoint($2, $1), 4326) LIMIT $3`, lat, lon, n)
	if err != nil {
		return nil, fmt.Errorf("zones near: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Zone])
	if err != nil {
		return nil, fmt.Errorf("zones near: %w", err)
	}
	return found, nil
}
