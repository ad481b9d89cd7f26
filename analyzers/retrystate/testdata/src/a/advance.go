package a

import (
	"context"
	"database/sql"
)

type plan struct {
	steps []string
	next  int
}

func (p *plan) apply(ctx context.Context, db *sql.DB) error {
	return inTx(ctx, db, func(tx *sql.Tx) error { return p.run(ctx, tx) })
}

// run goes on where the run before, which was rolled back, stood.
func (p *plan) run(ctx context.Context, tx *sql.Tx) error {
	for p.next < len(p.steps) {
		if _, err := tx.ExecContext(ctx, "UPDATE slots SET float = $1", p.steps[p.next]); err != nil {
			return err
		}
		p.next++ // want `each attempt changes p.next relative to its old value`
	}
	return nil
}

func (p *plan) applyAnew(ctx context.Context, db *sql.DB) error {
	return inTx(ctx, db, func(tx *sql.Tx) error { return p.runAnew(ctx, tx) })
}

// runAnew begins at the first step.
func (p *plan) runAnew(ctx context.Context, tx *sql.Tx) error {
	p.next = 0
	for p.next < len(p.steps) {
		if _, err := tx.ExecContext(ctx, "UPDATE slots SET float = $1", p.steps[p.next]); err != nil {
			return err
		}
		p.next++
	}
	return nil
}

// cursor is set back by what runs it.
type cursor struct {
	steps []string
	at    int
}

func (c *cursor) rewind() { c.at = 0 }

func (c *cursor) apply(ctx context.Context, db *sql.DB) error {
	return inTx(ctx, db, func(tx *sql.Tx) error {
		c.rewind()
		return c.run(ctx, tx)
	})
}

func (c *cursor) run(ctx context.Context, tx *sql.Tx) error {
	for c.at < len(c.steps) {
		if _, err := tx.ExecContext(ctx, "UPDATE slots SET float = $1", c.steps[c.at]); err != nil {
			return err
		}
		c.at++
	}
	return nil
}

// each has a transaction of its own for every step.
type each struct {
	steps []string
	next  int
}

func (e *each) apply(ctx context.Context, db *sql.DB) error {
	for e.next < len(e.steps) {
		err := inTx(ctx, db, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "UPDATE slots SET float = $1", e.steps[e.next])
			return err
		})
		if err != nil {
			return err
		}
		e.next++
	}
	return nil
}

// counted has its index outside of the function that is run again.
func counted(ctx context.Context, db *sql.DB, steps []string) error {
	i := 0
	return inTx(ctx, db, func(tx *sql.Tx) error {
		for i < len(steps) {
			if _, err := tx.ExecContext(ctx, "UPDATE slots SET float = $1", steps[i]); err != nil {
				return err
			}
			i++ // want `each attempt changes i relative to its old value`
		}
		return nil
	})
}

// countedIn has it inside.
func countedIn(ctx context.Context, db *sql.DB, steps []string) error {
	return inTx(ctx, db, func(tx *sql.Tx) error {
		i := 0
		for i < len(steps) {
			if _, err := tx.ExecContext(ctx, "UPDATE slots SET float = $1", steps[i]); err != nil {
				return err
			}
			i++
		}
		return nil
	})
}
