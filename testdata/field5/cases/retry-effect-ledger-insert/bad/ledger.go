// Package bad books postings of the loyalty programme.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/go-sql-driver/mysql"
	"github.com/jmoiron/sqlx"
)

// Posting is one movement of points.
type Posting struct {
	Reference string    `db:"reference"` // unique per purchase
	Member    int64     `db:"member_id"`
	Points    int       `db:"points"`
	BookedAt  time.Time `db:"booked_at"`
}

// Ledger writes postings.
type Ledger struct {
	db *sqlx.DB
}

// NewLedger uses db.
func NewLedger(db *sqlx.DB) *Ledger {
	return &Ledger{db: db}
}

// Book stores a posting.
func (l *Ledger) Book(ctx context.Context, p Posting) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	return retry.Do(
		func() error { return l.insert(ctx, p) }, // OR retry-effect
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(100*time.Millisecond),
		retry.MaxJitter(100*time.Millisecond),
		retry.DelayType(retry.CombineDelay(retry.BackOffDelay, retry.RandomDelay)),
		retry.RetryIf(transient),
		retry.LastErrorOnly(true),
	)
}

func (l *Ledger) insert(ctx context.Context, p Posting) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	_, err := l.db.NamedExecContext(ctx, // EXPECT retry-effect
		`INSERT INTO postings (reference, member_id, points, booked_at)
		 VALUES (:reference, :member_id, :points, :booked_at)`, p)
	if err != nil {
		return fmt.Errorf("book %s: %w", p.Reference, err)
	}
	return nil
}

func transient(err error) bool {
	var my *mysql.MySQLError
	if errors.As(err, &my) {
		return my.Number == 1205 || my.Number == 1213 || my.Number == 1040
	}
	return !errors.Is(err, context.Canceled)
}
