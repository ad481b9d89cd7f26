// Package ok shows the last trades of a symbol from memory.
package ok

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"faultfield4/cases/ok-blocking-no-ctx-recent-trades/tape"
)

// Source is where trades come from.
type Source interface {
	Next(ctx context.Context) (symbol string, price float64, at time.Time, err error)
}

// Board serves the last trades.
type Board struct {
	db *tape.DB
}

// NewBoard returns an empty board.
func NewBoard() *Board { return &Board{db: tape.Open(500)} }

// Record copies trades from the source until it fails or ctx ends.
func (b *Board) Record(ctx context.Context, src Source) error {
	for {
		symbol, price, at, err := src.Next(ctx)
		if err != nil {
			return err
		}
		tx := b.db.Begin()
		tx.Exec(symbol, tape.Trade{Price: price, At: at})
		tx.Commit()
	}
}

// ServeHTTP answers with the trades of the last minutes.
func (b *Board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rows := b.db.Query(r.PathValue("symbol"), time.Now().Add(-15*time.Minute))
	if len(rows) == 0 {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(rows)
}
