// Package pg keeps things in a database.
package pg

import (
	"context"
	"database/sql"

	"wired/model"
)

type Barges struct{ DB *sql.DB }

func (b *Barges) ByName(name string) (*model.Barge, error) {
	var out model.Barge
	err := b.DB.QueryRow("SELECT name FROM barges WHERE name = $1", name).Scan(&out.Name)
	return &out, err
}

func (b *Barges) Rename(from, to string) error {
	_, err := b.DB.Exec("UPDATE barges SET name = $2 WHERE name = $1", from, to)
	return err
}

func (b *Barges) Ping() error { return b.DB.Ping() }

type Locks struct{ DB *sql.DB }

func (l *Locks) Level(ctx context.Context, id int) (float64, error) {
	var level float64
	err := l.DB.QueryRowContext(ctx, "SELECT level FROM locks WHERE id = $1", id).Scan(&level)
	return level, err
}

type Ledger struct{ DB *sql.DB }

func (l Ledger) Sum() (int, error) {
	var n int
	err := l.DB.QueryRow("SELECT sum(toll) FROM ledger").Scan(&n)
	return n, err
}

type Audit struct{ DB *sql.DB }

func (a *Audit) Note(what string) error {
	_, err := a.DB.Exec("INSERT INTO audit (what) VALUES ($1)", what)
	return err
}

// Bounded says that it is quick.
type Quick struct{ DB *sql.DB }

//faultlint:bounded the table is in memory
func (q *Quick) Sum() (int, error) {
	var n int
	err := q.DB.QueryRow("SELECT sum(toll) FROM ledger").Scan(&n)
	return n, err
}
