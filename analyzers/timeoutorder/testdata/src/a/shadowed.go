package a

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// The inner limit comes after the outer one.
func inner(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	login, done := context.WithTimeout(ctx, 10*time.Second) // want `this limit of 10s is never reached: the deadline set at shadowed.go:\d+ comes after 2s`
	defer done()
	if err := db.PingContext(login); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "DELETE FROM drafts WHERE old")
	return err
}

func innerShorter(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	login, done := context.WithTimeout(ctx, 2*time.Second)
	defer done()
	if err := db.PingContext(login); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "DELETE FROM drafts WHERE old")
	return err
}

// The caller's limit may be longer, or there is none.
func innerOnly(ctx context.Context, db *sql.DB, limit time.Duration) error {
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		defer cancel()
	}
	login, done := context.WithTimeout(ctx, 10*time.Second)
	defer done()
	return db.PingContext(login)
}

// Long polls under a server that cuts them.
func polls(news chan string) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/news", func(w http.ResponseWriter, r *http.Request) {
		select {
		case n := <-news:
			_, _ = w.Write([]byte(n))
		case <-r.Context().Done():
		case <-time.After(30 * time.Second):
			w.WriteHeader(http.StatusNoContent)
		}
	})
	return &http.Server{Handler: mux, WriteTimeout: 15 * time.Second} // want `may take 30s \(its own limit\)`
}

func pollsRight(news chan string) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/news", func(w http.ResponseWriter, r *http.Request) {
		select {
		case n := <-news:
			_, _ = w.Write([]byte(n))
		case <-r.Context().Done():
		case <-time.After(30 * time.Second):
			w.WriteHeader(http.StatusNoContent)
		}
	})
	return &http.Server{Handler: mux, WriteTimeout: 40 * time.Second}
}
