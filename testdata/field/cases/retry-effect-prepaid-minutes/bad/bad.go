// Package bad takes call minutes off prepaid accounts.
// Every error but "not enough" is repeated. When the connection breaks after the UPDATE was sent, it may
// have been carried out, and the customer pays for the call again.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"

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
	err := retry.Do(ctx, a.again(), func(ctx context.Context) error { // OR retry-effect
		err := a.take(ctx, account, minutes) // EXPECT retry-effect
		if err != nil && !errors.Is(err, ErrEmpty) {
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
	const q = `UPDATE accounts SET minutes = minutes - $2 WHERE id = $1 AND minutes >= $2` // OR retry-effect
	tag, err := a.pool.Exec(ctx, q, account, minutes)                                      // OR retry-effect
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return ErrEmpty
	}
	return nil
}
