// Package bad answers how much blood of a group is in stock. A cached total is guarded by a
// mutex, and the mutex is taken before the query that renews the total: one slow query makes
// every other request wait for the lock, where no context can reach them.
package bad

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type total struct {
	bags int
	at   time.Time
}

// Stock answers stock requests.
type Stock struct {
	pool  *pgxpool.Pool
	fresh time.Duration

	mu     sync.Mutex
	totals map[string]total
}

// New returns a stock over pool.
func New(pool *pgxpool.Pool) *Stock {
	return &Stock{pool: pool, fresh: 30 * time.Second, totals: map[string]total{}}
}

// Routes returns the handler.
func (s *Stock) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/stock/{group}", s.get)
	return r
}

func (s *Stock) get(w http.ResponseWriter, r *http.Request) {
	n, err := s.bags(r.Context(), chi.URLParam(r, "group"))
	if err != nil {
		http.Error(w, "stock unknown", http.StatusServiceUnavailable)
		return
	}
	_, _ = w.Write([]byte(strconv.Itoa(n)))
}

func (s *Stock) bags(ctx context.Context, group string) (int, error) {
	s.mu.Lock() // OR blocking-no-ctx
	defer s.mu.Unlock()
	if t, ok := s.totals[group]; ok && time.Since(t.at) < s.fresh {
		return t.bags, nil
	}
	n, err := s.count(ctx, group) // EXPECT blocking-no-ctx
	if err != nil {
		return 0, err
	}
	s.totals[group] = total{bags: n, at: time.Now()}
	return n, nil
}

func (s *Stock) count(ctx context.Context, group string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var n int
	err := s.pool.QueryRow(ctx, `SELECT count(*) FROM bag WHERE blood_group = $1 AND used_at IS NULL`, group).Scan(&n) // OR blocking-no-ctx
	if err != nil {
		return 0, fmt.Errorf("count %s: %w", group, err)
	}
	return n, nil
}
