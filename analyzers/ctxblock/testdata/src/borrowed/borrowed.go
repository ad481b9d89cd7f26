// Package borrowed defines its interface by another package's, whose methods
// stay that one's.
package borrowed

import (
	"database/sql"

	"borrowed/inner"
)

type Store inner.Store

type store struct{ db *sql.DB }

func NewStore(db *sql.DB) Store { return &store{db} }

func (s *store) Load(id int) (string, error) {
	var name string
	err := s.db.QueryRow("SELECT name FROM t WHERE id = $1", id).Scan(&name)
	return name, err
}
