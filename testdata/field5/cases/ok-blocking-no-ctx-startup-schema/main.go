// Command bookmarkd serves bookmarks.
package main

import (
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
)

const schema = `
CREATE TABLE IF NOT EXISTS bookmarks (
	id    bigserial PRIMARY KEY,
	url   text NOT NULL UNIQUE,
	title text NOT NULL
)`

func main() {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	db, err := open(os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Error("cannot start", "err", err)
		os.Exit(1)
	}
	srv := &http.Server{
		Addr:              ":8080",
		Handler:           routes(db, log),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      15 * time.Second,
	}
	log.Error("stopped", "err", srv.ListenAndServe())
}

// open connects and creates what is missing. Nothing is served before it has returned.
func open(dsn string) (*sql.DB, error) {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(20)
	if err := db.Ping(); err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if _, err := db.Exec(schema); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	return db, nil
}

func routes(db *sql.DB, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /bookmarks/{id}", func(w http.ResponseWriter, r *http.Request) {
		var url string
		row := db.QueryRowContext(r.Context(), `SELECT url FROM bookmarks WHERE id = $1`, r.PathValue("id"))
		if err := row.Scan(&url); err != nil {
			log.WarnContext(r.Context(), "bookmark", "err", err)
			http.NotFound(w, r)
			return
		}
		http.Redirect(w, r, url, http.StatusFound)
	})
	return mux
}
