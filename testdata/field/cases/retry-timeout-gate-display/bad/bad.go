// Package bad feeds the displays at airport gates.
// http.TimeoutHandler answers 503 after two seconds, while the handler inside may ask the flight
// database three times with up to 1.5 s each.
package bad

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/sethvargo/go-retry"
)

// Gates answers displays.
type Gates struct {
	db *sql.DB
	// perQuery limits one query.
	perQuery time.Duration
}

// Handler returns the displays' handler.
func Handler(db *sql.DB) http.Handler {
	g := &Gates{db: db, perQuery: 1500 * time.Millisecond}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /gates/{gate}", g.gate)
	return http.TimeoutHandler(mux, 2*time.Second, "no data") // EXPECT retry-timeout
}

func (g *Gates) gate(w http.ResponseWriter, r *http.Request) {
	flight, err := g.next(r.Context(), r.PathValue("gate")) // OR retry-timeout
	switch {
	case errors.Is(err, sql.ErrNoRows):
		http.NotFound(w, r)
	case err != nil:
		http.Error(w, "no data", http.StatusServiceUnavailable)
	default:
		_, _ = fmt.Fprintln(w, flight)
	}
}

func (g *Gates) next(ctx context.Context, gate string) (flight string, err error) {
	b := retry.WithMaxRetries(2, retry.WithJitterPercent(20, retry.NewConstant(100*time.Millisecond)))
	err = retry.Do(ctx, b, func(ctx context.Context) error { // OR retry-timeout
		qctx, cancel := context.WithTimeout(ctx, g.perQuery) // OR retry-timeout
		defer cancel()
		row := g.db.QueryRowContext(qctx, `SELECT number FROM departures WHERE gate = $1 ORDER BY at LIMIT 1`, gate)
		err := row.Scan(&flight)
		if err == nil || errors.Is(err, sql.ErrNoRows) || ctx.Err() != nil {
			return err
		}
		return retry.RetryableError(err)
	})
	return flight, err
}
