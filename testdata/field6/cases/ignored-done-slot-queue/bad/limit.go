// Package bad serves feature vectors; only so many requests work on the store at a time, the
// others queue.
package bad

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
)

// Store looks up vectors.
type Store interface {
	Vector(ctx context.Context, group, key string) ([]float32, error)
}

// API is the HTTP side.
type API struct {
	store Store
	slots chan struct{}
	log   *slog.Logger
}

// NewAPI returns an API that lets n requests through at a time.
func NewAPI(store Store, n int, log *slog.Logger) *API {
	return &API{store: store, slots: make(chan struct{}, n), log: log}
}

// Server returns a server for the API.
func (a *API) Server(addr string) *http.Server {
	r := chi.NewRouter()
	r.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	r.Group(func(r chi.Router) {
		r.Use(a.queue)
		r.Get("/groups/{group}/vectors/{key}", a.vector)
	})
	return &http.Server{
		Addr:              addr,
		Handler:           r,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      30 * time.Second,
	}
}

func (a *API) queue(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.slots <- struct{}{} // EXPECT ignored-done // OR blocking-no-ctx
		defer func() { <-a.slots }()
		next.ServeHTTP(w, r)
	})
}

func (a *API) vector(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	v, err := a.store.Vector(ctx, chi.URLParam(r, "group"), chi.URLParam(r, "key"))
	if err != nil {
		a.log.ErrorContext(ctx, "vector", "err", err)
		http.Error(w, "no vector", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}
