// Package bad notes down auditions for an orchestra in PostgreSQL.
// The database handle repeats each statement after a broken connection, which says nothing about
// whether the statement was carried out: an audition that was stored is stored once more.
package bad

import (
	"context"
	"fmt"
	"time"

	"faultfield11/cases/retry-effect-orchestra-seats/bad/pgretry"
)

// Audition is one hearing of a player.
type Audition struct {
	ID         string // made by the form that asks for the audition
	Player     string
	Instrument string
	At         time.Time
}

// Auditions stores auditions.
type Auditions struct {
	db *pgretry.DB
}

// NewAuditions uses db.
func NewAuditions(db *pgretry.DB) *Auditions {
	return &Auditions{db: db}
}

// Add stores an audition.
func (s *Auditions) Add(ctx context.Context, a Audition) error {
	const q = `INSERT INTO auditions (player, instrument, held_at) VALUES ($1, $2, $3)` // OR retry-effect
	if _, err := s.db.Exec(ctx, q, a.Player, a.Instrument, a.At); err != nil {          // EXPECT retry-effect
		return fmt.Errorf("store audition %s: %w", a.ID, err)
	}
	return nil
}

// Move gives an audition another time.
func (s *Auditions) Move(ctx context.Context, player string, at time.Time) error {
	const q = `UPDATE auditions SET held_at = $2 WHERE player = $1`
	if _, err := s.db.Exec(ctx, q, player, at); err != nil {
		return fmt.Errorf("move audition of %s: %w", player, err)
	}
	return nil
}
