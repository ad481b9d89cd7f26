// Package bad closes the manifest of a cargo ship, one desk at a time.
// The handler gives its context to every statement, but takes the connection for them under a
// context of nobody: when the pool is exhausted, requests queue up whose clients have long gone.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const closeTimeout = 8 * time.Second

// ErrDesk is returned when another desk is working on the manifest.
var ErrDesk = errors.New("another desk has the manifest")

// Manifests serves the harbour's desks.
type Manifests struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

// NewManifests returns the desks' service over an opened pool.
func NewManifests(pool *pgxpool.Pool, log *slog.Logger) *Manifests {
	return &Manifests{pool: pool, log: log}
}

// Routes mounts the service.
func (m *Manifests) Routes() http.Handler {
	r := chi.NewRouter()
	r.Put("/manifests/{ship}/closed", m.close)
	return r
}

func (m *Manifests) close(w http.ResponseWriter, r *http.Request) {
	ship := chi.URLParam(r, "ship")
	ctx, cancel := context.WithTimeout(r.Context(), closeTimeout)
	defer cancel()
	err := m.closeManifest(ctx, ship) // OR blocking-no-ctx
	switch {
	case errors.Is(err, ErrDesk):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		m.log.ErrorContext(ctx, "manifest not closed", "ship", ship, "err", err)
		http.Error(w, "manifest not closed", http.StatusServiceUnavailable)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

// closeManifest works on one connection, because the lock belongs to the session.
func (m *Manifests) closeManifest(ctx context.Context, ship string) error {
	conn, err := m.pool.Acquire(context.Background()) // EXPECT blocking-no-ctx // OR ignored-done
	if err != nil {
		return fmt.Errorf("get connection: %w", err)
	}
	defer conn.Release()

	tx, err := conn.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback(ctx) }()
	var mine bool
	if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(hashtext($1))`, ship).Scan(&mine); err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	if !mine {
		return ErrDesk
	}
	if _, err := tx.Exec(ctx, `UPDATE manifests SET closed = true WHERE ship = $1`, ship); err != nil {
		return fmt.Errorf("close: %w", err)
	}
	if err := tx.Commit(ctx); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}
