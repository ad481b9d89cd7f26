// Package gauge keeps the gauges' table.
package gauge

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// ErrSilent says that a gauge has no reading yet.
var ErrSilent = errors.New("gauge is silent")

// Gauge is one row.
type Gauge struct {
	ID   int64  `db:"id" json:"id"`
	Mole string `db:"mole" json:"mole"`
}

// Table reads the table.
type Table struct{ db *sqlx.DB }

// NewTable returns a table.
func NewTable(db *sqlx.DB) *Table { return &Table{db: db} }

// InHarbour lists the gauges of a harbour.
func (t *Table) InHarbour(harbour string) ([]Gauge, error) {
	var out []Gauge
	if err := t.db.Select(&out, `SELECT id, mole FROM gauge WHERE harbour = $1`, harbour); err != nil { // OR blocking-no-ctx
		return nil, fmt.Errorf("gauges of %s: %w", harbour, err)
	}
	return out, nil
}

// Level reads the newest level.
func (t *Table) Level(id int64) (float64, error) {
	var lvl float64
	err := t.db.Get(&lvl, `SELECT cm FROM reading WHERE gauge = $1 ORDER BY at DESC LIMIT 1`, id) // OR blocking-no-ctx
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrSilent
	}
	return lvl, err
}
