// Package ok moves honey between the stores of a beekeeper. The rollback does not use the
// context of the caller: when that has ended the rollback is needed most. It is cut loose
// and has a short limit of its own.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const rollbackLimit = 3 * time.Second

// ErrShort says that a store holds less than was asked for.
var ErrShort = errors.New("not enough honey")

// Stores are the beekeeper's books.
type Stores struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

// Move books jars from one store to another.
func (s *Stores) Move(ctx context.Context, from, to string, jars int) error {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer s.undo(ctx, tx)

	took, err := tx.Exec(ctx, `update store set jars = jars - $1 where name = $2 and jars >= $1`, jars, from)
	if err != nil {
		return fmt.Errorf("take from %s: %w", from, err)
	}
	if took.RowsAffected() == 0 {
		return fmt.Errorf("take from %s: %w", from, ErrShort)
	}
	if _, err := tx.Exec(ctx, `update store set jars = jars + $1 where name = $2`, jars, to); err != nil {
		return fmt.Errorf("bring to %s: %w", to, err)
	}
	if err := tx.Commit(ctx); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// undo does nothing after a commit.
func (s *Stores) undo(ctx context.Context, tx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackLimit)
	defer cancel()
	if err := tx.Rollback(ctx); err != nil && !errors.Is(err, pgx.ErrTxClosed) {
		s.log.WarnContext(ctx, "rollback", "err", err)
	}
}
