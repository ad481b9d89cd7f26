// Package repo reaches the database.
package repo

import "database/sql"

type Repo struct{ DB *sql.DB }

func (r *Repo) Row(id string) error { return r.row(id) }

func (r *Repo) row(id string) error {
	_, err := r.DB.Query("SELECT 1", id)
	return err
}
