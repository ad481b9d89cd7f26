// Package good makes tickets for a cable car. A ticket is given up when the visitor leaves or
// the ride closes; the context that says so comes from package both.
package good

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"

	"faultfield11/cases/ignored-done-two-owners/good/both"
)

// Ticket lets one person on board.
type Ticket struct {
	Cabin int    `json:"cabin"`
	Code  string `json:"code"`
}

// Turnstile issues tickets.
type Turnstile interface {
	Issue(ctx context.Context, station string) (Ticket, error)
}

// Counter is the HTTP endpoint.
type Counter struct {
	open      context.Context // ends when the ride closes
	turnstile Turnstile
	log       *slog.Logger
}

// NewCounter returns a counter that works as long as open lasts.
func NewCounter(open context.Context, t Turnstile, log *slog.Logger) *Counter {
	return &Counter{open: open, turnstile: t, log: log}
}

// ServeHTTP issues one ticket.
func (c *Counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := both.Either(r.Context(), c.open)
	defer cancel()
	ticket, err := c.turnstile.Issue(ctx, r.PathValue("station"))
	if err != nil {
		c.log.ErrorContext(ctx, "issue ticket", "err", err)
		http.Error(w, "no ticket", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(ticket); err != nil {
		c.log.WarnContext(ctx, "write ticket", "err", err)
	}
}
