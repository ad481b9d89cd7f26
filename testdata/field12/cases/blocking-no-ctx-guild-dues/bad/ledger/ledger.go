// Package ledger keeps the dues of a guild. Pay begins its transaction with the caller's
// context and then runs the statements through QueryRow and Exec, which use the background
// context.
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

	due, err = l.lock(tx, member) // OR blocking-no-ctx
	if err != nil {
		return 0, err
	}
	if _, err := tx.Exec(`INSERT INTO payments (member, cents) VALUES ($1, $2)`, member, cents); err != nil { // OR blocking-no-ctx
		return 0, fmt.Errorf("book payment of %s: %w", member, err)
	}
	if _, err := tx.Exec(`UPDATE members SET due = due - $2 WHERE id = $1`, member, cents); err != nil { // OR blocking-no-ctx
		return 0, fmt.Errorf("lower due of %s: %w", member, err)
	}
	if err := tx.Commit(); err != nil {
		return 0, fmt.Errorf("commit payment of %s: %w", member, err)
	}
	return due - cents, nil
}

func (l *Ledger) lock(tx *sql.Tx, member string) (due int, err error) {
	err = tx.QueryRow(`SELECT due FROM members WHERE id = $1 FOR UPDATE`, member).Scan(&due) // EXPECT blocking-no-ctx
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrNoMember
	}
	if err != nil {
		return 0, fmt.Errorf("lock member %s: %w", member, err)
	}
	return due, nil
}
