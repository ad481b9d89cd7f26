// Package basket keeps shopping baskets in Redis.
package basket

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"
	"github.com/gomodule/redigo/redis"
)

// Baskets is the store.
type Baskets struct {
	pool *redis.Pool
}

// NewBaskets returns a store.
func NewBaskets(pool *redis.Pool) *Baskets { return &Baskets{pool: pool} }

// Items returns how many of each article are in a basket.
func (b *Baskets) Items(ctx context.Context, id string) (map[string]int, error) {
	conn, err := b.pool.GetContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("basket %s: %w", id, err)
	}
	defer conn.Close()
	items, err := redis.IntMap(redis.DoContext(conn, ctx, "HGETALL", "basket:"+id))
	if err != nil {
		return nil, fmt.Errorf("basket %s: %w", id, err)
	}
	return items, nil
}

// Handler serves baskets.
type Handler struct {
	baskets *Baskets
	log     *slog.Logger
}

// NewHandler returns a handler.
func NewHandler(b *Baskets, log *slog.Logger) *Handler { return &Handler{baskets: b, log: log} }

// Mount adds the routes to r.
func (h *Handler) Mount(r chi.Router) {
	r.Route("/baskets/{id}", func(r chi.Router) {
		r.Get("/", h.show)
		r.Get("/count", h.count)
	})
}

func (h *Handler) show(w http.ResponseWriter, r *http.Request) {
	if items, ok := h.load(w, r); ok {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(items)
	}
}

func (h *Handler) count(w http.ResponseWriter, r *http.Request) {
	items, ok := h.load(w, r)
	if !ok {
		return
	}
	sum := 0
	for _, n := range items {
		sum += n
	}
	_, _ = w.Write([]byte(strconv.Itoa(sum)))
}

func (h *Handler) load(w http.ResponseWriter, r *http.Request) (map[string]int, bool) {
	items, err := h.baskets.Items(r.Context(), chi.URLParam(r, "id"))
	if err != nil {
		h.log.ErrorContext(r.Context(), "basket", "err", err)
		http.Error(w, "basket unavailable", http.StatusServiceUnavailable)
		return nil, false
	}
	return items, true
}
