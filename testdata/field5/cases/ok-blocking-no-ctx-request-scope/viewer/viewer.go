// Package viewer answers questions for the person behind one request.
package viewer

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Viewer lives as long as one request.
type Viewer struct {
	ctx  context.Context
	pool *pgxpool.Pool
	user int64

	teams []int64
}

// New returns the viewer of the request that ctx belongs to.
func New(ctx context.Context, pool *pgxpool.Pool, user int64) *Viewer {
	return &Viewer{ctx: ctx, pool: pool, user: user}
}

// Teams returns the viewer's teams; they are read once.
func (v *Viewer) Teams() ([]int64, error) {
	if v.teams != nil {
		return v.teams, nil
	}
	rows, err := v.pool.Query(v.ctx, `SELECT team_id FROM members WHERE user_id = $1`, v.user)
	if err != nil {
		return nil, err
	}
	teams, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, fmt.Errorf("teams of %d: %w", v.user, err)
	}
	v.teams = teams
	return teams, nil
}

// May tells whether the viewer may see a board.
func (v *Viewer) May(board int64) (bool, error) {
	teams, err := v.Teams()
	if err != nil {
		return false, err
	}
	var ok bool
	err = v.pool.QueryRow(v.ctx,
		`SELECT EXISTS (SELECT 1 FROM boards WHERE id = $1 AND team_id = ANY($2))`, board, teams).Scan(&ok)
	return ok, err
}
