// Package bad answers which exhibits are on loan. The register keeps the context it was
// opened with and runs every query under that one: a visitor who closes the page, or a
// request whose time is over, leaves its query running until the program ends.
package bad

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"

	"github.com/go-chi/chi/v5"

	"faultfield7/cases/blocking-no-ctx-museum-loans/bad/register"
)

// Desk is the HTTP side of the loan register.
type Desk struct {
	reg *register.Register
	log *slog.Logger
}

// Open connects the desk to the database.
func Open(ctx context.Context, dsn string, log *slog.Logger) (*Desk, error) {
	reg, err := register.Open(ctx, dsn)
	if err != nil {
		return nil, err
	}
	return &Desk{reg: reg, log: log}, nil
}

// Routes mounts the desk.
func (d *Desk) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/museums/{museum}/loans", d.loans)
	return r
}

func (d *Desk) loans(w http.ResponseWriter, r *http.Request) {
	list, err := d.reg.OnLoan(chi.URLParam(r, "museum")) // OR blocking-no-ctx
	if err != nil {
		d.log.ErrorContext(r.Context(), "loans", "err", err)
		http.Error(w, "register unavailable", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(list); err != nil {
		d.log.WarnContext(r.Context(), "write loans", "err", err)
	}
}
