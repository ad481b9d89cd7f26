// Package names asks a database under the context that it was opened with.
package names

import (
	"context"
	"database/sql"
)

type Register struct {
	ctx context.Context
	db  *sql.DB
}

func Open(ctx context.Context, db *sql.DB) *Register { return &Register{ctx: ctx, db: db} }

func (r *Register) List(of string) (*sql.Rows, error) {
	return r.db.QueryContext(r.ctx, "SELECT 1", of)
}

func (r *Register) Names(of string) (*sql.Rows, error) {
	return r.db.QueryContext(r.ctx, "SELECT 2", of)
}
