// Package good shows which seats of a theatre are free; a cache stands in front of the database.
// The client of the cache obeys the deadline of a context, and its own limits are shorter still.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	cacheLimit = 250 * time.Millisecond
	storeLimit = 2 * time.Second
)

// Store is the database with all bookings.
type Store interface {
	FreeSeats(ctx context.Context, show string) ([]string, error)
}

// Page answers the seating plan's requests.
type Page struct {
	cache *redis.Client
	store Store
	log   *slog.Logger
}

// NewPage connects the page to the cache at addr.
func NewPage(addr string, store Store, log *slog.Logger) *Page {
	return &Page{store: store, log: log, cache: redis.NewClient(&redis.Options{
		Addr:                  addr,
		DialTimeout:           200 * time.Millisecond,
		ReadTimeout:           100 * time.Millisecond,
		MaxRetries:            1,
		ContextTimeoutEnabled: true,
	})}
}

// ServeHTTP writes the free seats of ?show= as JSON.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	show := r.URL.Query().Get("show")
	seats, err := p.cached(r.Context(), show)
	if err != nil {
		p.log.Warn("seat cache missed", "show", show, "err", err)
		seats, err = p.stored(r.Context(), show)
	}
	if err != nil {
		p.log.Error("no seating plan", "show", show, "err", err)
		http.Error(w, "seating plan not available", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(seats); err != nil {
		p.log.Debug("answer not sent", "err", err)
	}
}

// cached must not cost the visitor more than cacheLimit.
func (p *Page) cached(ctx context.Context, show string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, cacheLimit)
	defer cancel()
	raw, err := p.cache.Get(ctx, "seats:"+show).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, errors.New("not in the cache")
	}
	if err != nil {
		return nil, err
	}
	var seats []string
	err = json.Unmarshal(raw, &seats)
	return seats, err
}

func (p *Page) stored(ctx context.Context, show string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	return p.store.FreeSeats(ctx, show)
}
