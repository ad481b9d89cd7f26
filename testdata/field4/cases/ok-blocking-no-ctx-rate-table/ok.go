// Package ok converts amounts with the rates of the day. The rates are read once, when the
// process starts; a cron job restarts it every morning.
package ok

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Rates is the table of one day. It is not changed after Load.
type Rates struct {
	day  time.Time
	euro map[string]float64
}

// Load reads the youngest table. The driver's connect and read timeouts are part of the DSN.
func Load(db *sql.DB) (*Rates, error) {
	r := &Rates{euro: make(map[string]float64)}
	if err := db.QueryRow(`SELECT max(day) FROM rates`).Scan(&r.day); err != nil {
		return nil, fmt.Errorf("find youngest rates: %w", err)
	}
	rows, err := db.Query(`SELECT currency, per_euro FROM rates WHERE day = ?`, r.day)
	if err != nil {
		return nil, fmt.Errorf("read rates of %s: %w", r.day.Format(time.DateOnly), err)
	}
	defer rows.Close()
	for rows.Next() {
		var (
			currency string
			perEuro  float64
		)
		if err := rows.Scan(&currency, &perEuro); err != nil {
			return nil, fmt.Errorf("scan rate: %w", err)
		}
		r.euro[currency] = perEuro
	}
	return r, rows.Err()
}

// Convert converts an amount.
func (r *Rates) Convert(amount float64, from, to string) (float64, bool) {
	a, okFrom := r.euro[from]
	b, okTo := r.euro[to]
	if !okFrom || !okTo || a == 0 {
		return 0, false
	}
	return amount / a * b, true
}

// NewServer returns the converter's HTTP server.
func NewServer(addr string, db *sql.DB) (*http.Server, error) {
	rates, err := Load(db)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /convert/{from}/{to}", func(w http.ResponseWriter, r *http.Request) {
		amount, err := strconv.ParseFloat(r.URL.Query().Get("amount"), 64)
		if err != nil {
			http.Error(w, "bad amount", http.StatusBadRequest)
			return
		}
		result, ok := rates.Convert(amount, r.PathValue("from"), r.PathValue("to"))
		if !ok {
			http.Error(w, "unknown currency", http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"result": result, "day": rates.day})
	})
	return &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 3 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      5 * time.Second,
		IdleTimeout:       time.Minute,
	}, nil
}
