// Package bad serves ferry fares to a booking page.
// The page's budget is three seconds. The fare client is used with its defaults, five tries of two
// seconds and pauses, more than eleven seconds at worst: the page gives up during the second try.
package bad

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"faultfield/cases/retry-timeout-ferry-fares/bad/fares"
)

const pageBudget = 3 * time.Second

// Page is the booking page's fare table.
type Page struct {
	fares *fares.Client
	log   *slog.Logger
}

// New returns the page for the fare service at base.
func New(base string, log *slog.Logger) *Page {
	return &Page{fares: fares.New(base), log: log}
}

// ServeHTTP implements http.Handler.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), pageBudget) // OR retry-timeout
	defer cancel()
	table, err := p.fares.Table(ctx, r.PathValue("route")) // EXPECT retry-timeout
	if err != nil {
		p.log.Error("no fares", "route", r.PathValue("route"), "err", err)
		http.Error(w, "fares not available", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(table)
}
