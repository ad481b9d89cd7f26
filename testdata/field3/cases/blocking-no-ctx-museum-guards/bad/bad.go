// Package bad tells whether the guards of a museum can work. Its checks take a context and the
// settings hold a limit, but nobody puts the limit on: a dependency that hangs keeps the health
// handler, and every probe after it, until the prober hangs up, if it does.
package bad

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

// Settings come from a file.
type Settings struct {
	Limit time.Duration `json:"limit"`
}

// Check tests one dependency.
type Check func(ctx context.Context) error

// Health runs checks.
type Health struct {
	cfg    Settings
	checks map[string]Check
}

// New returns health of a database and a cache.
func New(cfg Settings, db *sql.DB, rdb redis.UniversalClient) *Health {
	if cfg.Limit <= 0 {
		cfg.Limit = 2 * time.Second
	}
	return &Health{cfg: cfg, checks: map[string]Check{
		"store": func(ctx context.Context) error {
			var one int
			return db.QueryRowContext(ctx, `SELECT 1`).Scan(&one) // OR blocking-no-ctx
		},
		"cache": func(ctx context.Context) error { return rdb.Ping(ctx).Err() }, // OR blocking-no-ctx
	}}
}

func (h *Health) run(ctx context.Context) (map[string]string, bool) {
	out, ok := make(map[string]string, len(h.checks)), true
	for name, check := range h.checks {
		out[name] = "good"
		if err := check(ctx); err != nil { // EXPECT blocking-no-ctx
			out[name], ok = err.Error(), false
		}
	}
	return out, ok
}

// ServeHTTP answers the prober.
func (h *Health) ServeHTTP(w http.ResponseWriter, r *http.Request) { // OR blocking-no-ctx
	out, ok := h.run(r.Context()) // OR blocking-no-ctx
	w.Header().Set("Content-Type", "application/json")
	if !ok {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"checks": out, "limit": h.cfg.Limit.String()})
}
