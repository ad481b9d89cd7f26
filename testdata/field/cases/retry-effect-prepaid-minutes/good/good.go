// Package good takes call minutes off prepaid accounts.
// Only errors that pgx calls safe are repeated: with those nothing has gone to the server yet.
package good

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sethvargo/go-retry"
)

// ErrEmpty means that the account does not hold enough minutes.
var ErrEmpty = errors.New("not enough minutes")

// Accounts charges accounts.
type Accounts struct {
	pool  *pgxpool.Pool
	again func() retry.Backoff
}

// New returns the accounts in pool.
func New(pool *pgxpool.Pool) *Accounts {
	return &Accounts{
		pool: pool,
		again: func() retry.Backoff {
			return retry.WithMaxRetries(3, retry.WithJitterPercent(30, retry.NewFibonacci(80*time.Millisecond)))
		},
	}
}

// Use takes minutes off an account.
func (a *Accounts) Use(ctx context.Context, account string, minutes int) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	err := retry.Do(ctx, a.again(), func(ctx context.Context) error {
		err := a.take(ctx, account, minutes)
		if err != nil && pgconn.SafeToRetry(err) {
			return retry.RetryableError(err)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("use %d minutes of %s: %w", minutes, account, err)
	}
	return nil
}

func (a *Accounts) take(ctx context.Context, account string, minutes int) error {
	const q = `UPDATE accounts SET minutes = minutes - $2 WHERE id = $1 AND minutes >= $2`
	tag, err := a.pool.Exec(ctx, q, account, minutes)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return ErrEmpty
	}
	return nil
}
