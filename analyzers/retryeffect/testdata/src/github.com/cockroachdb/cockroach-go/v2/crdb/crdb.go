package crdb

import (
	"context"
	"database/sql"
)

func ExecuteTx(ctx context.Context, db *sql.DB, opts *sql.TxOptions, fn func(*sql.Tx) error) error {
	return nil
}
