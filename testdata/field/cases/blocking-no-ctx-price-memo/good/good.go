// Package good answers what flowers cost. The memo gives the context of Get to the loader, and the
// loader gives it to its request.
package good

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
	load func(context.Context, K) (V, error)
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
func NewMemo[K comparable, V any](load func(context.Context, K) (V, error), keep time.Duration) *Memo[K, V] {
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
	val, err := m.load(ctx, key)
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
	return &Shop{prices: NewMemo(func(ctx context.Context, flower string) (float64, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/price?of="+url.QueryEscape(flower), nil)
		if err != nil {
			return 0, err
		}
		resp, err := hc.Do(req)
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
	price, err := s.prices.Get(r.Context(), r.FormValue("flower"))
	if err != nil {
		http.Error(w, "no price", http.StatusBadGateway)
		return
	}
	fmt.Fprintf(w, "%.2f\n", price)
}
