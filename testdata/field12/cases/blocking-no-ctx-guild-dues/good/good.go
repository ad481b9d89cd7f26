// Package good is where the members of a guild pay their dues. The handler hands its
// context to the ledger.
package good

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"

	"faultfield12/cases/blocking-no-ctx-guild-dues/good/ledger"
)

// Counter is where members pay.
type Counter struct {
	ledger *ledger.Ledger
	log    *slog.Logger
}

// NewCounter returns a counter that books in l.
func NewCounter(l *ledger.Ledger, log *slog.Logger) *Counter {
	return &Counter{ledger: l, log: log}
}

// ServeHTTP books one payment.
func (c *Counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	cents, err := strconv.Atoi(r.FormValue("cents"))
	if err != nil || cents <= 0 {
		http.Error(w, "bad amount", http.StatusBadRequest)
		return
	}
	due, err := c.ledger.Pay(r.Context(), r.PathValue("member"), cents)
	switch {
	case errors.Is(err, ledger.ErrNoMember):
		http.NotFound(w, r)
		return
	case err != nil:
		c.log.ErrorContext(r.Context(), "payment", "err", err)
		http.Error(w, "cannot book", http.StatusInternalServerError)
		return
	}
	fmt.Fprintf(w, "still due: %d\n", due)
}
