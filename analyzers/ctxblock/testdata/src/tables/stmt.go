package tables

import (
	"context"
	"database/sql"
)

// A statement of the pool is made one of the transaction: the connection has it
// already, as a rule.
func inTx(ctx context.Context, tx *sql.Tx, stmt *sql.Stmt) error {
	_, err := tx.Stmt(stmt).ExecContext(ctx, 1)
	return err
}

func prepares(ctx context.Context, tx *sql.Tx) error {
	stmt, err := tx.Prepare("SELECT 1") // want `\(\*sql.Tx\).Prepare waits without a context, though ctx is at hand`
	if err != nil {
		return err
	}
	defer stmt.Close()
	_, err = stmt.ExecContext(ctx, 1)
	return err
}
