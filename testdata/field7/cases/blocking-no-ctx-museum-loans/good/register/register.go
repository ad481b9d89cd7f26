// Package register reads the loan register.
package register

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Loan is an exhibit that is away.
type Loan struct {
	Exhibit string    `json:"exhibit"`
	Museum  string    `json:"museum"`
	Due     time.Time `json:"due"`
}

// Register is the opened register.
type Register struct {
	pool *pgxpool.Pool
}

// Open opens the register; it is usable until ctx ends.
func Open(ctx context.Context, dsn string) (*Register, error) {
	pool, err := pgxpool.New(ctx, dsn)
	if err != nil {
		return nil, fmt.Errorf("open register: %w", err)
	}
	context.AfterFunc(ctx, pool.Close)
	return &Register{pool: pool}, nil
}

// OnLoan lists what a museum has given away.
func (r *Register) OnLoan(ctx context.Context, museum string) ([]Loan, error) {
	rows, err := r.pool.Query(ctx,
		`SELECT exhibit, borrower, due FROM loans WHERE owner = $1 AND back IS NULL ORDER BY due`, museum)
	if err != nil {
		return nil, fmt.Errorf("loans of %s: %w", museum, err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Loan, error) {
		var l Loan
		err := row.Scan(&l.Exhibit, &l.Museum, &l.Due)
		return l, err
	})
	if err != nil {
		return nil, fmt.Errorf("loans of %s: %w", museum, err)
	}
	return list, nil
}
