// Package pg keeps stamps in PostgreSQL.
package pg

import (
	"database/sql"
	"fmt"

	"faultfield/cases/blocking-no-ctx-stamp-album/bad/worth"
)

// Stamps implements worth.Stamps.
type Stamps struct{ db *sql.DB }

var _ worth.Stamps = (*Stamps)(nil)

// NewStamps returns the stamps in a database.
func NewStamps(db *sql.DB) *Stamps { return &Stamps{db: db} }

// OfCountry implements worth.Stamps.
func (s *Stamps) OfCountry(country string) ([]worth.Stamp, error) {
	rows, err := s.db.Query(`SELECT name, year, value FROM stamps WHERE country = $1 ORDER BY year`, country) // EXPECT blocking-no-ctx
	if err != nil {
		return nil, fmt.Errorf("stamps of %s: %w", country, err)
	}
	defer rows.Close()
	var out []worth.Stamp
	for rows.Next() {
		var st worth.Stamp
		if err := rows.Scan(&st.Name, &st.Year, &st.Value); err != nil {
			return nil, fmt.Errorf("stamps of %s: %w", country, err)
		}
		out = append(out, st)
	}
	return out, rows.Err()
}
