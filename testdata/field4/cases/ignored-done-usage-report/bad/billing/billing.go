// Package billing reads the billing database.
package billing

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	reportLimit = 90 * time.Second

	usageQuery = `
		select product, date_trunc('month', used_at) as month, sum(units) as units
		from usage_events where account = $1 and used_at >= $2
		group by 1, 2 order by 2, 1`
)

// Line is one product's usage in a month.
type Line struct {
	Product string    `json:"product" db:"product"`
	Month   time.Time `json:"month" db:"month"`
	Units   int64     `json:"units" db:"units"`
}

// Usage answers questions about usage.
type Usage struct {
	pool *pgxpool.Pool
}

// NewUsage returns a Usage on a pool of connections.
func NewUsage(pool *pgxpool.Pool) *Usage { return &Usage{pool: pool} }

// Lines adds up the usage of an account since a point in time.
func (u *Usage) Lines(ctx context.Context, account string, since time.Time) ([]Line, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	queryCtx, cancel := context.WithTimeout(context.Background(), reportLimit) // EXPECT ignored-done
	defer cancel()
	rows, err := u.pool.Query(queryCtx, usageQuery, account, since) // OR ignored-done
	if err != nil {
		return nil, fmt.Errorf("query usage of %s: %w", account, err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowToStructByName[Line])
	if err != nil {
		return nil, fmt.Errorf("read usage of %s: %w", account, err)
	}
	return lines, nil
}
