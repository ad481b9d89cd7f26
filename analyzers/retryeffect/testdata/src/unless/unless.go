// Package unless has policies that give up on some failures.
package unless

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"net/http"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

type board struct {
	db   *sql.DB
	some failsafe.Executor[int64]
	lost failsafe.Executor[int64]
}

func (b *board) open() {
	b.some = failsafe.With[int64](retrypolicy.NewBuilder[int64]().AbortOnErrors(context.Canceled, sql.ErrConnDone).WithMaxRetries(3).Build())
	b.lost = failsafe.With[int64](retrypolicy.NewBuilder[int64]().AbortIf(gone).WithMaxRetries(3).Build())
}

const insert = `INSERT INTO laps (runner, lap) VALUES ($1, $2)`

// count gives up on what tells that nothing is to be hoped for.
func (b *board) count(ctx context.Context) (int64, error) {
	return b.some.GetWithExecution(func(exec failsafe.Execution[int64]) (int64, error) {
		_, err := b.db.ExecContext(ctx, insert, "a", 1) // want `INSERT INTO laps, which inserts a row, is repeated by`
		return 1, err
	})
}

// careful gives up on lost answers.
func (b *board) careful(ctx context.Context) (int64, error) {
	return b.lost.GetWithExecution(func(exec failsafe.Execution[int64]) (int64, error) {
		_, err := b.db.ExecContext(ctx, insert, "a", 1)
		return 1, err
	})
}

func gone(_ int64, err error) bool {
	var ne net.Error
	return errors.As(err, &ne) || errors.Is(err, http.ErrHandlerTimeout)
}
