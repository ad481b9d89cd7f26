// Package txn runs serializable transactions.
package txn

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jmoiron/sqlx"
)

const (
	runs  = 4
	limit = 5 * time.Second
)

// Serializable runs fn in a transaction, again after a serialization failure.
func Serializable(ctx context.Context, db *sqlx.DB, fn func(context.Context, *sqlx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, runs*limit)
	defer cancel()
	for run := 1; ; run++ {
		err := once(ctx, db, fn)
		if run == runs || !conflict(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(time.Duration(run)*20*time.Millisecond + rand.N(20*time.Millisecond)):
		}
	}
}

func once(ctx context.Context, db *sqlx.DB, fn func(context.Context, *sqlx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tx, err := db.BeginTxx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := fn(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

func conflict(err error) bool {
	var st interface{ SQLState() string }
	return errors.As(err, &st) && st.SQLState() == "40001"
}
