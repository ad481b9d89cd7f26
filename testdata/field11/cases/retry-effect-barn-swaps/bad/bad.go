// Package bad swaps the stalls of horses and tells the stable boys when a swap is committed.
// What a transaction wants told is collected in its unit, and one unit serves all attempts: a swap
// that was rolled back twice before it succeeded is told three times.
package bad

import (
	"context"
	"database/sql"
	"fmt"

	"faultfield11/cases/retry-effect-barn-swaps/bad/work"
)

// Boys are told where horses go.
type Boys interface {
	Tell(horse, stall string)
}

// Barn keeps the places of the horses.
type Barn struct {
	db   *work.DB
	boys Boys
}

// NewBarn uses db.
func NewBarn(db *work.DB, boys Boys) *Barn {
	return &Barn{db: db, boys: boys}
}

// Swap lets two horses change places.
func (b *Barn) Swap(ctx context.Context, one, other string) error {
	err := b.db.Do(ctx, func(ctx context.Context, u *work.Unit) error {
		first, err := stall(ctx, u.Tx, one)
		if err != nil {
			return err
		}
		second, err := stall(ctx, u.Tx, other)
		if err != nil {
			return err
		}
		if err := b.lead(ctx, u, one, second); err != nil {
			return err
		}
		return b.lead(ctx, u, other, first)
	})
	if err != nil {
		return fmt.Errorf("swap %s and %s: %w", one, other, err)
	}
	return nil
}

func stall(ctx context.Context, tx *sql.Tx, horse string) (string, error) {
	var s string
	if err := tx.QueryRowContext(ctx, `SELECT stall FROM horses WHERE name = $1`, horse).Scan(&s); err != nil {
		return "", fmt.Errorf("stall of %s: %w", horse, err)
	}
	return s, nil
}

func (b *Barn) lead(ctx context.Context, u *work.Unit, horse, to string) error {
	if _, err := u.Tx.ExecContext(ctx, `UPDATE horses SET stall = $2 WHERE name = $1`, horse, to); err != nil {
		return fmt.Errorf("lead %s: %w", horse, err)
	}
	u.Then(func() { b.boys.Tell(horse, to) }) // OR retry-effect
	return nil
}
