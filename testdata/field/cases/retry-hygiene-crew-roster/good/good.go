// Package good reads crew rosters for an airline's app.
// Each call makes a Backoff of its own, since a Backoff remembers what it has given out.
package good

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/sethvargo/go-retry"
)

// Duty is one line of a roster.
type Duty struct {
	Flight string
	Begins time.Time
}

// Rosters reads from a database.
type Rosters struct {
	db    *sql.DB
	again func() retry.Backoff
}

// New returns the rosters in db.
func New(db *sql.DB) *Rosters {
	return &Rosters{db: db, again: func() retry.Backoff {
		b := retry.NewExponential(100 * time.Millisecond)
		b = retry.WithJitterPercent(25, b)
		return retry.WithMaxRetries(3, b)
	}}
}

// Next returns the next duty of a crew member.
func (r *Rosters) Next(ctx context.Context, crew int64) (Duty, error) {
	return retry.DoValue(ctx, r.again(), func(ctx context.Context) (Duty, error) {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		var d Duty
		row := r.db.QueryRowContext(ctx,
			`SELECT flight, begins FROM duties WHERE crew = $1 AND begins > now() ORDER BY begins LIMIT 1`, crew)
		err := row.Scan(&d.Flight, &d.Begins)
		switch {
		case err == nil:
			return d, nil
		case errors.Is(err, sql.ErrNoRows):
			return d, fmt.Errorf("crew %d: no duty: %w", crew, err)
		}
		return d, retry.RetryableError(err)
	})
}
