// Package good stores a polling station's count. Every statement of the transaction runs under
// the caller's context.
package good

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

func (w *writer) lock(ctx context.Context, station string) error {
	var open bool
	err := w.tx.QueryRowContext(ctx, `SELECT open FROM station WHERE id = $1 FOR UPDATE`, station).Scan(&open)
	if err == nil && !open {
		err = fmt.Errorf("station %s has closed its count", station)
	}
	return err
}

func (w *writer) votes(ctx context.Context, station string, votes map[string]int) error {
	stmt, err := w.tx.PrepareContext(ctx, `UPDATE tally SET votes = $3 WHERE station = $1 AND list = $2`)
	if err != nil {
		return err
	}
	defer stmt.Close()
	for list, n := range votes {
		if _, err := stmt.ExecContext(ctx, station, list, n); err != nil {
			return fmt.Errorf("list %s: %w", list, err)
		}
	}
	return nil
}

// Office stores counts.
type Office struct{ db *sql.DB }

// Store replaces a station's count.
func (o *Office) Store(ctx context.Context, c Count) error {
	tx, err := o.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	w := writer{tx: tx}
	if err := w.lock(ctx, c.Station); err != nil {
		return err
	}
	if err := w.votes(ctx, c.Station, c.Votes); err != nil {
		return err
	}
	return tx.Commit()
}
