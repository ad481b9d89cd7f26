// Package db keeps parts.
package db

import "database/sql"

type Parts struct{ conn *sql.DB }

func Open(conn *sql.DB) *Parts { return &Parts{conn} }

func (p *Parts) Cost(id int) (cents int, err error) {
	err = p.conn.QueryRow("SELECT cents FROM parts WHERE id = $1", id).Scan(&cents)
	return cents, err
}
