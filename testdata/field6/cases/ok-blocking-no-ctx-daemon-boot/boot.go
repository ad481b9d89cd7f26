// Package ok starts a notification daemon: configuration, database and listener first, then
// the service itself.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// Main is all of the program's main function but the import of the database driver.
func Main(driver string) error {
	dsn, err := os.ReadFile("/etc/notifyd/dsn")
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	db, err := sql.Open(driver, strings.TrimSpace(string(dsn)))
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	defer db.Close()
	if _, err := db.Exec(`CREATE TABLE IF NOT EXISTS notice (id BIGINT PRIMARY KEY, body TEXT)`); err != nil {
		return fmt.Errorf("schema: %w", err)
	}
	listener, err := net.Listen("tcp", ":8080")
	if err != nil {
		return err
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	server := &http.Server{
		Handler:           notices(db),
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      15 * time.Second,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	slog.Info("notifyd stops")
	grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return server.Shutdown(grace)
}

func notices(db *sql.DB) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /notices/{id}", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
		defer cancel()
		var body string
		err := db.QueryRowContext(ctx, `SELECT body FROM notice WHERE id = $1`, r.PathValue("id")).Scan(&body)
		if errors.Is(err, sql.ErrNoRows) {
			http.NotFound(w, r)
			return
		}
		if err != nil {
			http.Error(w, "not available", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, body)
	})
	return mux
}
