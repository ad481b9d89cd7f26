// Package good serves ferry fares to a booking page.
// The page's budget is three seconds, and the fare client is told to do with two tries of a second.
package good

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"faultfield/cases/retry-timeout-ferry-fares/good/fares"
)

const pageBudget = 3 * time.Second

// Page is the booking page's fare table.
type Page struct {
	fares *fares.Client
	log   *slog.Logger
}

// New returns the page for the fare service at base.
func New(base string, log *slog.Logger) *Page {
	return &Page{fares: fares.New(base, fares.Tries(2), fares.TryTimeout(time.Second)), log: log}
}

// ServeHTTP implements http.Handler.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), pageBudget)
	defer cancel()
	table, err := p.fares.Table(ctx, r.PathValue("route"))
	if err != nil {
		p.log.Error("no fares", "route", r.PathValue("route"), "err", err)
		http.Error(w, "fares not available", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(table)
}
