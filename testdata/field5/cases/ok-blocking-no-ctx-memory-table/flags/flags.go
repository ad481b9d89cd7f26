// Package flags serves feature flags.
package flags

import (
	"encoding/json"
	"errors"
	"net/http"

	"faultfield5/cases/ok-blocking-no-ctx-memory-table/table"
)

// Handler serves the flags of all tenants.
type Handler struct {
	db *table.DB
}

// NewHandler returns a handler.
func NewHandler(db *table.DB) *Handler { return &Handler{db: db} }

// Health is GET /healthz.
func (h *Handler) Health(w http.ResponseWriter, _ *http.Request) {
	if err := h.db.Ping(); err != nil {
		http.Error(w, "down", http.StatusServiceUnavailable)
	}
}

// List is GET /tenants/{tenant}/flags.
func (h *Handler) List(w http.ResponseWriter, r *http.Request) {
	found, err := h.db.Query(r.PathValue("tenant") + "/")
	if err != nil {
		http.Error(w, "flags", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(found)
}

// Set is PUT /tenants/{tenant}/flags/{flag}.
func (h *Handler) Set(w http.ResponseWriter, r *http.Request) {
	tx, err := h.db.Begin()
	if err != nil {
		http.Error(w, "flags", http.StatusInternalServerError)
		return
	}
	if err := tx.Exec(r.PathValue("tenant")+"/"+r.PathValue("flag"), r.FormValue("value")); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := tx.Commit(); errors.Is(err, table.ErrConflict) {
		http.Error(w, err.Error(), http.StatusConflict)
	}
}
