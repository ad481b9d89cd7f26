// Package register asks a database under the context that it was opened with.
package register

import (
	"context"
	"database/sql"
	"time"
)

type Register struct {
	ctx context.Context
	db  *sql.DB
}

func Open(ctx context.Context, db *sql.DB) *Register { return &Register{ctx: ctx, db: db} }

// With returns a register for one call.
func (r *Register) With(ctx context.Context) *Register { return &Register{ctx: ctx, db: r.db} }

func (r *Register) List(of string) (*sql.Rows, error) {
	return r.db.QueryContext(r.ctx, "SELECT 1", of)
}

func (r *Register) Short(of string) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(r.ctx, time.Second)
	defer cancel()
	return r.db.QueryContext(ctx, "SELECT 1", of)
}

func (r *Register) Record(of string) error {
	_, err := r.db.ExecContext(r.ctx, "INSERT", of)
	return err
}
