// Package bad shows the herons counted at a lake. The generic row reader has no context parameter and
// calls Query, so no query of the program ends with the request that asked for it.
package bad

import (
	"database/sql"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"faultfield14/cases/blocking-no-ctx-heron-ledger/bad/rows"
)

// Count is what one observer saw.
type Count struct {
	Observer string    `json:"observer"`
	Seen     int       `json:"seen"`
	At       time.Time `json:"at"`
}

// Counts reads counts.
type Counts struct{ db *sql.DB }

// OfLake lists the newest counts of a lake.
func (c *Counts) OfLake(lake string, limit int) ([]Count, error) {
	return rows.Collect(c.db, func(r *sql.Rows) (n Count, err error) { // OR blocking-no-ctx
		err = r.Scan(&n.Observer, &n.Seen, &n.At)
		return n, err
	}, `SELECT observer, seen, at FROM counts WHERE lake = $1 ORDER BY at DESC LIMIT $2`, lake, limit)
}

// Page serves the counts.
type Page struct {
	counts *Counts
	log    *slog.Logger
}

// NewPage returns a page on an opened database.
func NewPage(db *sql.DB, log *slog.Logger) *Page {
	return &Page{counts: &Counts{db: db}, log: log}
}

// ServeHTTP answers with the counts of one lake.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	lake := r.PathValue("lake")
	list, err := p.counts.OfLake(lake, 50) // OR blocking-no-ctx
	if err != nil {
		p.log.ErrorContext(r.Context(), "counts", "lake", lake, "err", err)
		http.Error(w, "counts not available", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(list)
}
