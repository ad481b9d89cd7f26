// Package ok reads the seats of a plane out of a reservation database.
// It is right although the repeated function appends to a slice and counts in a map: both are made inside it,
// and only the run that succeeds hands them out.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/jackc/pgx/v5/pgconn"
)

// Seat is one seat.
type Seat struct {
	Row    int
	Letter string
	Class  string
}

// Plan is what a plane holds.
type Plan struct {
	Seats   []Seat
	ByClass map[string]int
}

// Planes reads planes.
type Planes struct {
	db    *sql.DB
	limit time.Duration
}

// New returns the planes in db.
func New(db *sql.DB) *Planes { return &Planes{db: db, limit: 3 * time.Second} }

// Plan returns the plan of a plane.
func (p *Planes) Plan(ctx context.Context, tail string) (*Plan, error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	plan, err := retry.DoWithData(
		func() (*Plan, error) {
			qctx, done := context.WithTimeout(ctx, p.limit)
			defer done()
			plan := &Plan{ByClass: make(map[string]int)}
			rows, err := p.db.QueryContext(qctx, `SELECT row, letter, class FROM seats WHERE tail = $1 ORDER BY row, letter`, tail)
			if err != nil {
				return nil, err
			}
			defer rows.Close()
			for rows.Next() {
				var s Seat
				if err := rows.Scan(&s.Row, &s.Letter, &s.Class); err != nil {
					return nil, err
				}
				plan.Seats = append(plan.Seats, s)
				plan.ByClass[s.Class]++
			}
			return plan, rows.Err()
		},
		retry.Context(ctx),
		retry.Attempts(3),
		retry.Delay(200*time.Millisecond),
		retry.LastErrorOnly(true),
		retry.RetryIf(lost),
	)
	if err != nil {
		return nil, fmt.Errorf("plan of %s: %w", tail, err)
	}
	return plan, nil
}

// lost tells a lost connection from an answer of the server.
func lost(err error) bool {
	var pg *pgconn.PgError
	return !errors.As(err, &pg)
}
