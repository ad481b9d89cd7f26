// Package good draws the winners of a raffle. Each draw is a unit of work under the request's
// context.
package good

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/jmoiron/sqlx"

	"faultfield11/cases/blocking-no-ctx-raffle-draws/good/unit"
)

// ErrNoTicket says that a raffle has no ticket left.
var ErrNoTicket = errors.New("no ticket left")

// Raffle draws the winners of a village raffle.
type Raffle struct {
	work *unit.Work
	log  *slog.Logger
}

// NewRaffle returns a raffle whose draws are units of work.
func NewRaffle(work *unit.Work, log *slog.Logger) *Raffle { return &Raffle{work: work, log: log} }

// ServeHTTP draws one prize.
func (f *Raffle) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ticket, err := f.draw(r.Context(), r.PathValue("raffle"), r.PathValue("prize"))
	switch {
	case errors.Is(err, ErrNoTicket):
		http.Error(w, "no ticket left", http.StatusConflict)
		return
	case err != nil:
		f.log.ErrorContext(r.Context(), "draw", "raffle", r.PathValue("raffle"), "err", err)
		http.Error(w, "draw failed", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]int64{"ticket": ticket})
}

func (f *Raffle) draw(ctx context.Context, raffle, prize string) (ticket int64, err error) {
	err = f.work.Do(ctx, func(ctx context.Context, tx *sqlx.Tx) error {
		err := tx.GetContext(ctx, &ticket, `SELECT id FROM tickets WHERE raffle = $1 AND prize IS NULL ORDER BY random() LIMIT 1 FOR UPDATE`, raffle)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNoTicket
		}
		if err != nil {
			return fmt.Errorf("pick ticket: %w", err)
		}
		_, err = tx.ExecContext(ctx, `UPDATE tickets SET prize = $1 WHERE id = $2`, prize, ticket)
		return err
	})
	return ticket, err
}
