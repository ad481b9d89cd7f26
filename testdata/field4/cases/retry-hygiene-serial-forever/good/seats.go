// Package seats is the HTTP front of a cinema's seat plan.
package seats

import (
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"faultfield4/cases/retry-hygiene-serial-forever/good/store"
)

// API serves the plan.
type API struct {
	store *store.Store
	log   *slog.Logger
}

// New returns the routes on db.
func New(db *sql.DB, log *slog.Logger) http.Handler {
	a := &API{store: store.New(db), log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /shows/{show}/seats/{seat}", a.take)
	return mux
}

func (a *API) take(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Order string `json:"order"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<10)).Decode(&body); err != nil {
		http.Error(w, "bad order", http.StatusBadRequest)
		return
	}
	err := a.store.Take(r.Context(), r.PathValue("show"), r.PathValue("seat"), body.Order)
	switch {
	case errors.Is(err, store.ErrTaken):
		http.Error(w, "seat is taken", http.StatusConflict)
	case err != nil:
		a.log.Error("take seat", "err", err)
		http.Error(w, "try later", http.StatusServiceUnavailable)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
