// Package ledger keeps the dues of a guild. Pay begins its transaction with the caller's
// context and runs every statement with it as well.
package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// ErrNoMember is returned for an unknown member.
var ErrNoMember = errors.New("no such member")

// Ledger keeps who paid what.
type Ledger struct{ db *sql.DB }

// New returns a ledger on an opened database.
func New(db *sql.DB) *Ledger { return &Ledger{db: db} }

// Pay books an amount and returns what is still due.
func (l *Ledger) Pay(ctx context.Context, member string, cents int) (due int, err error) {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()

	due, err = l.lock(ctx, tx, member)
	if err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO payments (member, cents) VALUES ($1, $2)`, member, cents); err != nil {
		return 0, fmt.Errorf("book payment of %s: %w", member, err)
	}
	if _, err := tx.ExecContext(ctx, `UPDATE members SET due = due - $2 WHERE id = $1`, member, cents); err != nil {
		return 0, fmt.Errorf("lower due of %s: %w", member, err)
	}
	if err := tx.Commit(); err != nil {
		return 0, fmt.Errorf("commit payment of %s: %w", member, err)
	}
	return due - cents, nil
}

func (l *Ledger) lock(ctx context.Context, tx *sql.Tx, member string) (due int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT due FROM members WHERE id = $1 FOR UPDATE`, member).Scan(&due)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrNoMember
	}
	if err != nil {
		return 0, fmt.Errorf("lock member %s: %w", member, err)
	}
	return due, nil
}
