// Package bad computes fares for a ticket machine.
package bad

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"faultfield5/cases/retry-hygiene-shadowed-error/bad/tries"
)

// Zone is a tariff zone.
type Zone struct {
	Code  string
	Cents int64
}

// ErrUnknown is returned for stops without a zone.
var ErrUnknown = errors.New("stop has no zone")

// Tariff reads the tariff database.
type Tariff struct {
	db *sql.DB
}

// NewTariff reads from db.
func NewTariff(db *sql.DB) *Tariff {
	return &Tariff{db: db}
}

// Fare returns the price of a ride.
func (t *Tariff) Fare(ctx context.Context, from, to string) (int64, error) {
	a, err := t.zone(ctx, from)
	if err != nil {
		return 0, fmt.Errorf("zone of %s: %w", from, err)
	}
	b, err := t.zone(ctx, to)
	if err != nil {
		return 0, fmt.Errorf("zone of %s: %w", to, err)
	}
	return max(a.Cents, b.Cents), nil
}

func (t *Tariff) zone(ctx context.Context, stop string) (Zone, error) {
	return tries.Get(ctx, 3, func(ctx context.Context) (Zone, error) {
		ctx, cancel := context.WithTimeout(ctx, 800*time.Millisecond)
		defer cancel()
		var z Zone
		err := t.db.QueryRowContext(ctx,
			`SELECT z.code, z.cents FROM zone z JOIN stop s ON s.zone = z.code WHERE s.id = $1`, stop).
			Scan(&z.Code, &z.Cents)
		if errors.Is(err, sql.ErrNoRows) {
			return z, tries.Final(ErrUnknown)
		}
		return z, err
	})
}
