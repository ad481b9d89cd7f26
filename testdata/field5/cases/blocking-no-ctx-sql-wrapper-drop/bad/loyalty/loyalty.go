// Package loyalty serves the customers' point accounts.
package loyalty

import (
	"encoding/json"
	"log/slog"
	"net/http"

	"faultfield5/cases/blocking-no-ctx-sql-wrapper-drop/bad/dbx"
)

// Service has the handlers.
type Service struct {
	db  *dbx.DB
	log *slog.Logger
}

// New returns a service.
func New(db *dbx.DB, log *slog.Logger) *Service { return &Service{db: db, log: log} }

// Rename is PUT /customers/{id}/name.
func (s *Service) Rename(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Name string `json:"name"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4096)).Decode(&in); err != nil || in.Name == "" {
		http.Error(w, "no name", http.StatusBadRequest)
		return
	}
	res, err := s.db.Exec(r.Context(), `UPDATE customers SET name = ? WHERE id = ?`, in.Name, r.PathValue("id")) // OR blocking-no-ctx
	if err != nil {
		s.log.ErrorContext(r.Context(), "rename", "err", err)
		http.Error(w, "try again later", http.StatusServiceUnavailable)
		return
	}
	if n, err := res.RowsAffected(); err == nil && n == 0 {
		http.NotFound(w, r)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// Tiers is GET /tiers.
func (s *Service) Tiers(w http.ResponseWriter, r *http.Request) {
	rows, err := s.db.Query(r.Context(), `SELECT name FROM tiers ORDER BY points`)
	if err != nil {
		s.log.ErrorContext(r.Context(), "tiers", "err", err)
		http.Error(w, "try again later", http.StatusServiceUnavailable)
		return
	}
	defer rows.Close()
	names := []string{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			http.Error(w, "try again later", http.StatusServiceUnavailable)
			return
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		http.Error(w, "try again later", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(names)
}
