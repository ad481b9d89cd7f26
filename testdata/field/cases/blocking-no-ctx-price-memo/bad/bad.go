// Package bad answers what flowers cost. A generic memo remembers prices and calls a loader for those it
// does not know. Get takes the request's context for its statistics only; the loader that the shop
// hands in asks the auction by itself, as long as that takes.
package bad

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Memo remembers values for a while.
type Memo[K comparable, V any] struct {
	load func(K) (V, error)
	keep time.Duration
	seen func(ctx context.Context, hit bool)

	mu   sync.Mutex
	vals map[K]entry[V]
}

type entry[V any] struct {
	val  V
	till time.Time
}

// NewMemo returns a memo that loads what it does not know.
func NewMemo[K comparable, V any](load func(K) (V, error), keep time.Duration) *Memo[K, V] {
	return &Memo[K, V]{load: load, keep: keep, seen: func(context.Context, bool) {}, vals: make(map[K]entry[V])}
}

// Get returns the value of a key.
func (m *Memo[K, V]) Get(ctx context.Context, key K) (V, error) {
	m.mu.Lock()
	e, ok := m.vals[key]
	m.mu.Unlock()
	hit := ok && time.Now().Before(e.till)
	m.seen(ctx, hit)
	if hit {
		return e.val, nil
	}
	val, err := m.load(key) // OR blocking-no-ctx
	if err != nil {
		return val, fmt.Errorf("load %v: %w", key, err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.vals[key] = entry[V]{val, time.Now().Add(m.keep)}
	return val, nil
}

// Shop sells flowers.
type Shop struct{ prices *Memo[string, float64] }

// NewShop returns a shop that buys at the auction at base.
func NewShop(base string) *Shop {
	hc := &http.Client{Timeout: time.Minute}
	return &Shop{prices: NewMemo(func(flower string) (float64, error) { // OR blocking-no-ctx
		resp, err := hc.Get(base + "/price?of=" + url.QueryEscape(flower)) // EXPECT blocking-no-ctx
		if err != nil {
			return 0, err
		}
		defer resp.Body.Close()
		raw, err := io.ReadAll(io.LimitReader(resp.Body, 64))
		if err != nil {
			return 0, err
		}
		return strconv.ParseFloat(strings.TrimSpace(string(raw)), 64)
	}, 10*time.Minute)}
}

// ServeHTTP answers with the price of a flower.
func (s *Shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	price, err := s.prices.Get(r.Context(), r.FormValue("flower")) // OR blocking-no-ctx
	if err != nil {
		http.Error(w, "no price", http.StatusBadGateway)
		return
	}
	fmt.Fprintf(w, "%.2f\n", price)
}
