// Package good counts the sprouts that cameras see in the trays of a nursery.
// The database layer repeats statements after a lost connection or a timeout. One row a
// frame is stored, so a repeated statement finds its row there and adds nothing.
package good

import (
	"context"
	"fmt"
	"time"

	"faultfield7/cases/retry-effect-sprout-tally/good/pg"
)

// Sighting is a sprout seen for the first time.
type Sighting struct {
	Frame string
	Tray  int
	At    time.Time
}

// Tally keeps the counts.
type Tally struct {
	db *pg.DB
}

// NewTally counts in db.
func NewTally(db *pg.DB) *Tally { return &Tally{db: db} }

const count = `
	INSERT INTO sprouts (frame, tray, day) VALUES ($1, $2, $3)
	ON CONFLICT (frame) DO NOTHING`

// Add counts a sighting.
func (t *Tally) Add(ctx context.Context, s Sighting) error {
	day := s.At.Truncate(24 * time.Hour)
	if err := t.db.Exec(ctx, count, s.Frame, s.Tray, day); err != nil {
		return fmt.Errorf("count sprout of frame %s: %w", s.Frame, err)
	}
	return nil
}
