// Package ok sells orchids to the highest bidder. The deferred rollback runs under a context of
// its own and not the request's: pgx sends no ROLLBACK under a context that has ended and closes
// the connection instead. It is short, it is bounded, and after a commit it does nothing.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const undoLimit = 2 * time.Second

var errTooLow = errors.New("somebody bids more")

// Auction holds lots.
type Auction struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

func (a *Auction) undo(tx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.Background(), undoLimit)
	defer cancel()
	if err := tx.Rollback(ctx); err != nil && !errors.Is(err, pgx.ErrTxClosed) {
		a.log.Warn("rollback", "err", err)
	}
}

// Bid makes bidder the highest of a lot.
func (a *Auction) Bid(ctx context.Context, lot int64, bidder string, cents int64) error {
	tx, err := a.pool.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer a.undo(tx)

	var best int64
	if err := tx.QueryRow(ctx, "SELECT best FROM lots WHERE id = $1 FOR UPDATE", lot).Scan(&best); err != nil {
		return fmt.Errorf("lot %d: %w", lot, err)
	}
	if cents <= best {
		return errTooLow
	}
	if _, err := tx.Exec(ctx, "UPDATE lots SET best = $2, bidder = $3 WHERE id = $1", lot, cents, bidder); err != nil {
		return fmt.Errorf("lot %d: %w", lot, err)
	}
	return tx.Commit(ctx)
}

// ServeHTTP takes a bid.
func (a *Auction) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	lot, err := strconv.ParseInt(r.PathValue("lot"), 10, 64)
	cents, err2 := strconv.ParseInt(r.FormValue("cents"), 10, 64)
	if err = errors.Join(err, err2); err != nil {
		http.Error(w, "bad bid", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), 4*time.Second)
	defer cancel()
	switch err := a.Bid(ctx, lot, r.FormValue("bidder"), cents); {
	case errors.Is(err, errTooLow):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		a.log.ErrorContext(ctx, "bid", "lot", lot, "err", err)
		http.Error(w, "no bids at the moment", http.StatusServiceUnavailable)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
