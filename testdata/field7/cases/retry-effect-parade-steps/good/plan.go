// Package good books the floats of a parade in one CockroachDB transaction.
// The transaction can be run again after a conflict; each run begins at the first step.
package good

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
)

// Step books one float into one slot.
type Step struct {
	Float string
	Slot  int
}

// Booking is the outcome of a step.
type Booking struct {
	Step  Step
	Taken bool
}

// Plan is a list of steps on their way into the database.
type Plan struct {
	steps []Step
	next  int
	made  []Booking
}

// NewPlan books steps in their order.
func NewPlan(steps []Step) *Plan {
	return &Plan{steps: steps}
}

// Apply books all steps or none.
func (p *Plan) Apply(ctx context.Context, db *sql.DB) ([]Booking, error) {
	if err := crdb.ExecuteTx(ctx, db, nil, func(tx *sql.Tx) error {
		return p.run(ctx, tx)
	}); err != nil {
		return nil, fmt.Errorf("apply plan of %d steps: %w", len(p.steps), err)
	}
	return p.made, nil
}

func (p *Plan) run(ctx context.Context, tx *sql.Tx) error {
	p.next, p.made = 0, nil
	for p.next < len(p.steps) {
		b, err := book(ctx, tx, p.steps[p.next])
		if err != nil {
			return fmt.Errorf("step %d: %w", p.next, err)
		}
		p.made = append(p.made, b)
		p.next++
	}
	return nil
}

func book(ctx context.Context, tx *sql.Tx, s Step) (Booking, error) {
	res, err := tx.ExecContext(ctx,
		`UPDATE slots SET float = $1 WHERE number = $2 AND float IS NULL`, s.Float, s.Slot)
	if err != nil {
		return Booking{}, err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return Booking{}, err
	}
	return Booking{Step: s, Taken: n == 0}, nil
}
