// Command ledgerd serves account statements.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/go-chi/chi/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
)

func main() {
	if err := run(); err != nil {
		slog.Error("ledgerd", "err", err)
		os.Exit(1)
	}
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	db, err := sql.Open("pgx", os.Getenv("DATABASE_URL"))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(16)

	r := chi.NewRouter()
	r.Get("/accounts/{id}/statement", (&statements{db: db}).serve)
	srv := &http.Server{
		Addr:              ":8080",
		Handler:           r,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	down, cancel := context.WithTimeout(context.Background(), 25*time.Second)
	defer cancel()
	return srv.Shutdown(down)
}

type statements struct{ db *sql.DB }

type line struct {
	At    time.Time `json:"at"`
	Text  string    `json:"text"`
	Cents int64     `json:"cents"`
}

// serve answers with the lines of a year; a busy account takes the database some time.
func (s *statements) serve(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 20*time.Second)
	defer cancel()
	lines, err := s.year(ctx, chi.URLParam(r, "id"))
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		http.Error(w, "statement takes too long", http.StatusGatewayTimeout)
	case err != nil:
		slog.Error("statement", "err", err)
		http.Error(w, "statement not available", http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(lines)
	}
}

func (s *statements) year(ctx context.Context, account string) ([]line, error) {
	rows, err := s.db.QueryContext(ctx,
		`SELECT at, text, cents FROM entries WHERE account = $1 AND at > now() - interval '1 year' ORDER BY at`, account)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []line
	for rows.Next() {
		var l line
		if err := rows.Scan(&l.At, &l.Text, &l.Cents); err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, rows.Err()
}
