// Package bad stores a polling station's count. The transaction begins under the caller's
// context, but its statements are prepared and run by an embedded helper without it: a row
// locked by another station stops the caller, whatever his context says.
package bad

import (
	"context"
	"database/sql"
	"fmt"
)

// Count is the votes of one station.
type Count struct {
	Station string
	Votes   map[string]int
}

type writer struct{ tx *sql.Tx }

func (w *writer) lock(station string) error {
	var open bool
	err := w.tx.QueryRow(`SELECT open FROM station WHERE id = $1 FOR UPDATE`, station).Scan(&open) // OR blocking-no-ctx
	if err == nil && !open {
		err = fmt.Errorf("station %s has closed its count", station)
	}
	return err
}

func (w *writer) votes(station string, votes map[string]int) error {
	stmt, err := w.tx.Prepare(`UPDATE tally SET votes = $3 WHERE station = $1 AND list = $2`) // OR blocking-no-ctx
	if err != nil {
		return err
	}
	defer stmt.Close()
	for list, n := range votes {
		if _, err := stmt.Exec(station, list, n); err != nil { // OR blocking-no-ctx
			return fmt.Errorf("list %s: %w", list, err)
		}
	}
	return nil
}

// Office stores counts.
type Office struct{ db *sql.DB }

// Store replaces a station's count.
func (o *Office) Store(ctx context.Context, c Count) error { // OR blocking-no-ctx
	tx, err := o.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	w := writer{tx: tx}
	if err := w.lock(c.Station); err != nil { // EXPECT blocking-no-ctx
		return err
	}
	if err := w.votes(c.Station, c.Votes); err != nil { // EXPECT blocking-no-ctx
		return err
	}
	return tx.Commit()
}
