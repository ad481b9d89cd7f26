// Package bad swaps the plots of two gardeners in one transaction. All statements run under the
// caller's context, but the transaction is begun without it: when the pool is used up, begin
// waits for a connection although the caller has gone, and nothing rolls back when it goes later.
package bad

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jmoiron/sqlx"
)

// ErrNoPlot says that a gardener has no plot.
var ErrNoPlot = errors.New("gardener has no plot")

// Plots is the table of plots.
type Plots struct {
	db *sqlx.DB
}

// NewPlots uses db, with few connections: the server is shared.
func NewPlots(db *sqlx.DB) *Plots {
	db.SetMaxOpenConns(4)
	db.SetConnMaxLifetime(30 * time.Minute)
	return &Plots{db: db}
}

func (p *Plots) within(ctx context.Context, work func(ctx context.Context, tx *sqlx.Tx) error) error {
	tx, err := p.db.Beginx() // EXPECT blocking-no-ctx
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback()
	if err := work(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Swap exchanges the plots of a and b.
func (p *Plots) Swap(ctx context.Context, a, b string) error {
	return p.within(ctx, func(ctx context.Context, tx *sqlx.Tx) error { // OR blocking-no-ctx
		var plots []struct {
			ID    int64  `db:"id"`
			Owner string `db:"owner"`
		}
		err := tx.SelectContext(ctx, &plots, "SELECT id, owner FROM plots WHERE owner IN ($1, $2) ORDER BY id FOR UPDATE", a, b)
		if err != nil {
			return fmt.Errorf("lock plots: %w", err)
		}
		if len(plots) != 2 {
			return ErrNoPlot
		}
		for i, plot := range plots {
			if _, err := tx.ExecContext(ctx, "UPDATE plots SET owner = $1 WHERE id = $2", plots[1-i].Owner, plot.ID); err != nil {
				return fmt.Errorf("plot %d: %w", plot.ID, err)
			}
		}
		return nil
	})
}

// ServeHTTP swaps the plots named in the form.
func (p *Plots) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	switch err := p.Swap(ctx, r.FormValue("a"), r.FormValue("b")); {
	case errors.Is(err, ErrNoPlot):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		http.Error(w, "not swapped", http.StatusInternalServerError)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
