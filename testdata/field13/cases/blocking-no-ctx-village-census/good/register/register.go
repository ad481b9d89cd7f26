// Package register reads the census tables.
package register

import (
	"context"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// ErrNoStreet is returned for a street without households.
var ErrNoStreet = errors.New("no such street")

// Household lives behind one door.
type Household struct {
	House   int    `db:"house" json:"house"`
	Name    string `db:"name" json:"name"`
	Persons int    `db:"persons" json:"persons"`
}

// Register is the census database.
type Register struct {
	db *sqlx.DB
}

// New wraps a database.
func New(db *sqlx.DB) *Register { return &Register{db: db} }

// Households returns who lives in a street.
func (r *Register) Households(ctx context.Context, street string) ([]Household, error) {
	var list []Household
	const q = `SELECT house, name, persons FROM households WHERE street = ? ORDER BY house`
	if err := r.db.SelectContext(ctx, &list, r.db.Rebind(q), street); err != nil {
		return nil, fmt.Errorf("households of %s: %w", street, err)
	}
	if len(list) == 0 {
		return nil, ErrNoStreet
	}
	return list, nil
}
