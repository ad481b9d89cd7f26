// Package dbx is database/sql with a slow-query log.
package dbx

import (
	"context"
	"database/sql"
	"log/slog"
	"time"
)

// DB logs statements that take longer than a threshold.
type DB struct {
	db   *sql.DB
	slow time.Duration
	log  *slog.Logger
}

// Wrap returns a DB around db.
func Wrap(db *sql.DB, slow time.Duration, log *slog.Logger) *DB {
	return &DB{db: db, slow: slow, log: log}
}

// Query runs a query.
func (d *DB) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	defer d.watch(ctx, query, time.Now())
	return d.db.QueryContext(ctx, query, args...)
}

// Exec runs a statement.
func (d *DB) Exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	defer d.watch(ctx, query, time.Now())
	return d.db.ExecContext(ctx, query, args...)
}

func (d *DB) watch(ctx context.Context, query string, start time.Time) {
	if took := time.Since(start); took > d.slow {
		d.log.WarnContext(ctx, "slow statement", "query", query, "took", took)
	}
}
