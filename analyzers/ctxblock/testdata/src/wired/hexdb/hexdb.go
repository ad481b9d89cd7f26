// Package hexdb is the store.
package hexdb

import (
	"database/sql"

	"wired/model"
)

type Repo struct{ db *sql.DB }

func NewRepo(db *sql.DB) *Repo { return &Repo{db} }

func (r *Repo) Save(b model.Barge) error {
	_, err := r.db.Exec("INSERT INTO barges (name) VALUES ($1)", b.Name)
	return err
}
