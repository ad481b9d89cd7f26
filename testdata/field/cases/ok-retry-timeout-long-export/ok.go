// Package ok serves exports that take minutes, on a server with a short write timeout.
// It is right although the handler may wait far longer than WriteTimeout: it moves the deadline of its own
// connection before it begins.
package ok

import (
	"context"
	"database/sql"
	"encoding/csv"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

const (
	writeTimeout  = 5 * time.Second
	exportTimeout = 4 * time.Minute
	grace         = 10 * time.Second
)

// Exports serves tables.
type Exports struct {
	db  *sql.DB
	log *slog.Logger
}

// Server returns the server of the exports.
func Server(addr string, db *sql.DB, log *slog.Logger) *http.Server {
	e := &Exports{db: db, log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /sales.csv", e.sales)
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	return &http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: 2 * time.Second, WriteTimeout: writeTimeout}
}

func (e *Exports) sales(w http.ResponseWriter, r *http.Request) {
	rc := http.NewResponseController(w)
	if err := rc.SetWriteDeadline(time.Now().Add(exportTimeout + grace)); err != nil {
		http.Error(w, "cannot stream", http.StatusInternalServerError)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), exportTimeout)
	defer cancel()
	rows, err := e.db.QueryContext(ctx, `SELECT day, sku, cents FROM sales ORDER BY day`)
	if err != nil {
		e.log.Error("export failed", "err", err)
		http.Error(w, "no data", http.StatusServiceUnavailable)
		return
	}
	defer rows.Close()
	w.Header().Set("Content-Type", "text/csv")
	if err := write(w, rows); err != nil {
		e.log.Error("export broken off", "err", err)
		panic(http.ErrAbortHandler)
	}
}

func write(w http.ResponseWriter, rows *sql.Rows) error {
	out := csv.NewWriter(w)
	for rows.Next() {
		var day time.Time
		var sku string
		var cents int64
		if err := rows.Scan(&day, &sku, &cents); err != nil {
			return err
		}
		if err := out.Write([]string{day.Format(time.DateOnly), sku, fmt.Sprintf("%d.%02d", cents/100, cents%100)}); err != nil {
			return err
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	return rows.Err()
}
