// Package ok assembles the month's report of a shop out of sections that are computed side by
// side.
package ok

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

var sections = map[string]string{
	"orders":    `SELECT count(*) FROM orders WHERE month = $1`,
	"revenue":   `SELECT coalesce(sum(cents), 0) FROM orders WHERE month = $1`,
	"returns":   `SELECT count(*) FROM returns WHERE month = $1`,
	"customers": `SELECT count(DISTINCT customer) FROM orders WHERE month = $1`,
}

// Reports serves reports.
type Reports struct {
	db  *sql.DB
	log *slog.Logger
}

// NewReports returns reports on db.
func NewReports(db *sql.DB, log *slog.Logger) *Reports { return &Reports{db: db, log: log} }

// ServeHTTP answers with the report of the month in the path.
func (p *Reports) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 8*time.Second)
	defer cancel()
	report, err := p.month(ctx, r.PathValue("month"))
	if err != nil {
		p.log.ErrorContext(ctx, "report", "err", err)
		http.Error(w, "report not available", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(report)
}

func (p *Reports) month(ctx context.Context, month string) (map[string]int64, error) {
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		first  error
		report = make(map[string]int64, len(sections))
	)
	for name, query := range sections {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var n int64
			err := p.db.QueryRowContext(ctx, query, month).Scan(&n)
			mu.Lock()
			defer mu.Unlock()
			if err != nil && first == nil {
				first = fmt.Errorf("section %s: %w", name, err)
			}
			report[name] = n
		}()
	}
	wg.Wait()
	return report, first
}
