// Package ok closes the month of a mill's accounts. Commit and Rollback take no context and
// neither does reading rows: the transaction was begun and the rows were asked for with
// the request's context, which ends all of it.
package ok

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

const closeLimit = 15 * time.Second

// Accounts are the books of a mill.
type Accounts struct{ db *sql.DB }

// Close books the sums of a month and returns how many farmers it concerned.
func (a *Accounts) Close(ctx context.Context, month string) (int, error) {
	tx, err := a.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return 0, fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()

	sums, err := sumsOf(ctx, tx, month)
	if err != nil {
		return 0, err
	}
	put, err := tx.PrepareContext(ctx, `INSERT INTO closings (month, farmer, kilos) VALUES ($1, $2, $3)`)
	if err != nil {
		return 0, fmt.Errorf("prepare: %w", err)
	}
	defer put.Close()
	for farmer, kilos := range sums {
		if _, err := put.ExecContext(ctx, month, farmer, kilos); err != nil {
			return 0, fmt.Errorf("close %s of %s: %w", month, farmer, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return 0, fmt.Errorf("commit %s: %w", month, err)
	}
	return len(sums), nil
}

func sumsOf(ctx context.Context, tx *sql.Tx, month string) (map[string]float64, error) {
	rows, err := tx.QueryContext(ctx, `SELECT farmer, SUM(kilos) FROM deliveries WHERE month = $1 GROUP BY farmer`, month)
	if err != nil {
		return nil, fmt.Errorf("sums of %s: %w", month, err)
	}
	defer rows.Close()
	sums := make(map[string]float64)
	for rows.Next() {
		var (
			farmer string
			kilos  float64
		)
		if err := rows.Scan(&farmer, &kilos); err != nil {
			return nil, fmt.Errorf("read sums of %s: %w", month, err)
		}
		sums[farmer] = kilos
	}
	return sums, rows.Err()
}

// Office closes months over HTTP.
type Office struct {
	accounts *Accounts
	log      *slog.Logger
}

// ServeHTTP closes one month.
func (o *Office) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), closeLimit)
	defer cancel()
	n, err := o.accounts.Close(ctx, r.PathValue("month"))
	if err != nil {
		o.log.ErrorContext(ctx, "close month", "err", err)
		http.Error(w, "month not closed", http.StatusInternalServerError)
		return
	}
	fmt.Fprintf(w, "%d farmers\n", n)
}
