// Package neardb has a type and its store; nobody says that it is a Buoys.
package neardb

import "database/sql"

type Buoy struct{ ID int }

type Store struct{ db *sql.DB }

func (s *Store) All(max int) ([]Buoy, error) {
	rows, err := s.db.Query("SELECT id FROM buoys LIMIT $1", max)
	if err != nil {
		return nil, err
	}
	return nil, rows.Close()
}

func (s *Store) Close() error { return s.db.Close() }

type Mark struct{ ID int }

type Disk struct{ db *sql.DB }

func (d *Disk) Marks() ([]Mark, error) {
	_, err := d.db.Exec("SELECT 1")
	return nil, err
}

type Cache struct{}

func (c *Cache) Marks() ([]Mark, error) { return nil, nil }
