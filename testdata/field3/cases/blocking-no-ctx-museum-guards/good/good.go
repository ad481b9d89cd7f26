// Package good tells whether the guards of a museum can work. The limit from the settings is
// put on the context of all checks.
package good

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
			return db.QueryRowContext(ctx, `SELECT 1`).Scan(&one)
		},
		"cache": func(ctx context.Context) error { return rdb.Ping(ctx).Err() },
	}}
}

func (h *Health) run(ctx context.Context) (map[string]string, bool) {
	out, ok := make(map[string]string, len(h.checks)), true
	ctx, cancel := context.WithTimeout(ctx, h.cfg.Limit)
	defer cancel()
	for name, check := range h.checks {
		out[name] = "good"
		if err := check(ctx); err != nil {
			out[name], ok = err.Error(), false
		}
	}
	return out, ok
}

// ServeHTTP answers the prober.
func (h *Health) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	out, ok := h.run(r.Context())
	w.Header().Set("Content-Type", "application/json")
	if !ok {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"checks": out, "limit": h.cfg.Limit.String()})
}
