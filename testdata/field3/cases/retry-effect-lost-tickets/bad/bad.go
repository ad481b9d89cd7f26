// Package bad writes found tickets into a ledger. The insert has no key of its own and is run
// again after any error, a lost answer included: a ticket then stands in the ledger twice.
package bad

import (
	"context"
	"fmt"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/jmoiron/sqlx"
)

// Ticket is a row.
type Ticket struct {
	Number string    `db:"number"`
	Line   int       `db:"line"`
	Found  time.Time `db:"found"`
}

const insert = `INSERT INTO ticket (number, line, found) VALUES (:number, :line, :found)`

// Ledger keeps tickets.
type Ledger struct {
	db   *sqlx.DB
	opts []retry.Option
}

// New returns a ledger.
func New(db *sqlx.DB) *Ledger {
	return &Ledger{db: db, opts: []retry.Option{
		retry.Attempts(4), retry.Delay(200 * time.Millisecond), retry.MaxJitter(150 * time.Millisecond), retry.LastErrorOnly(true),
	}}
}

// Enter stores a ticket.
func (l *Ledger) Enter(ctx context.Context, t Ticket) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return l.persist(ctx, insert, t) // OR retry-effect
}

func (l *Ledger) persist(ctx context.Context, query string, arg any) error {
	opts := append([]retry.Option{retry.Context(ctx)}, l.opts...)
	return retry.Do(func() error { // OR retry-effect
		res, err := l.db.NamedExecContext(ctx, query, arg) // EXPECT retry-effect
		if err != nil {
			return fmt.Errorf("persist: %w", err)
		}
		_, err = res.RowsAffected()
		return err
	}, opts...)
}
