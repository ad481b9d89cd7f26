// Package ok runs long reports in MySQL and kills a report on the server when its reader goes
// away. The KILL does not run under the request's context, on purpose: that one has ended, and
// the statement would not even be sent. It has a short limit of its own.
package ok

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	_ "github.com/go-sql-driver/mysql"
)

const (
	reportLimit = 5 * time.Minute
	killLimit   = 3 * time.Second
)

// Reports is the HTTP endpoint.
type Reports struct {
	db  *sql.DB
	log *slog.Logger
}

// Open connects to the report database.
func Open(dsn string, log *slog.Logger) (*Reports, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, fmt.Errorf("report database: %w", err)
	}
	db.SetMaxOpenConns(8)
	return &Reports{db: db, log: log}, nil
}

// ServeHTTP answers with the yearly sums.
func (r *Reports) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	ctx, cancel := context.WithTimeout(req.Context(), reportLimit)
	defer cancel()
	sums, err := r.sums(ctx)
	if err != nil {
		r.log.Error("report", "err", err)
		http.Error(w, "no report", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(sums)
}

func (r *Reports) sums(ctx context.Context) (sums map[int]int64, err error) {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	var id uint64
	if err := conn.QueryRowContext(ctx, "SELECT CONNECTION_ID()").Scan(&id); err != nil {
		return nil, err
	}
	defer func() {
		if ctx.Err() != nil {
			r.kill(ctx, id)
		}
	}()
	rows, err := conn.QueryContext(ctx, "SELECT YEAR(sold_at), SUM(cents) FROM sales GROUP BY 1")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	sums = make(map[int]int64)
	for rows.Next() {
		var year int
		var cents int64
		if err := rows.Scan(&year, &cents); err != nil {
			return nil, err
		}
		sums[year] = cents
	}
	return sums, rows.Err()
}

// kill ends a statement that nobody waits for any more; it runs on another connection.
func (r *Reports) kill(ctx context.Context, id uint64) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), killLimit)
	defer cancel()
	if _, err := r.db.ExecContext(ctx, fmt.Sprintf("KILL QUERY %d", id)); err != nil {
		r.log.Warn("statement not killed", "connection", id, "err", err)
	}
}
