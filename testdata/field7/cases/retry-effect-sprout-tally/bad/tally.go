// Package bad counts the sprouts that cameras see in the trays of a nursery.
// The database layer repeats statements after a lost connection or a timeout. The count is
// raised by one in the statement, so a statement that was committed before the answer got
// lost counts the same sprout twice.
package bad

import (
	"context"
	"fmt"
	"time"

	"faultfield7/cases/retry-effect-sprout-tally/bad/pg"
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
	INSERT INTO sprouts (tray, day, n) VALUES ($1, $2, 1)
	ON CONFLICT (tray, day) DO UPDATE SET n = sprouts.n + 1`

// Add counts a sighting.
func (t *Tally) Add(ctx context.Context, s Sighting) error {
	day := s.At.Truncate(24 * time.Hour)
	if err := t.db.Exec(ctx, count, s.Tray, day); err != nil { // EXPECT retry-effect
		return fmt.Errorf("count sprout of frame %s: %w", s.Frame, err)
	}
	return nil
}
