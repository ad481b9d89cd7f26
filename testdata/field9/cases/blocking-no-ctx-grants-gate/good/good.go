// Package good lets requests through a gate that knows who may do what. The grants are looked up
// under the context of the request.
package good

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Grants knows who may do what.
type Grants interface {
	Allowed(ctx context.Context, user, action string) (bool, error)
}

// StoredGrants keeps grants in PostgreSQL.
type StoredGrants struct {
	pool *pgxpool.Pool
}

var _ Grants = (*StoredGrants)(nil)

// NewStoredGrants reads through pool.
func NewStoredGrants(pool *pgxpool.Pool) *StoredGrants { return &StoredGrants{pool: pool} }

// Allowed implements Grants.
func (g *StoredGrants) Allowed(ctx context.Context, user, action string) (bool, error) {
	var until bool
	const q = `SELECT expires_at > now() FROM grants WHERE member = $1 AND action = $2`
	err := g.pool.QueryRow(ctx, q, user, action).Scan(&until)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return until, err
}

// Gate stands before the routes of the club house.
type Gate struct {
	grants Grants
	log    *slog.Logger
}

// NewGate asks grants.
func NewGate(grants Grants, log *slog.Logger) *Gate { return &Gate{grants: grants, log: log} }

// Require lets those through who may do action.
func (g *Gate) Require(action string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			user, _, _ := r.BasicAuth()
			ok, err := g.grants.Allowed(r.Context(), user, action)
			switch {
			case err != nil:
				g.log.Error("grants", "user", user, "action", action, "err", err)
				http.Error(w, "cannot decide", http.StatusServiceUnavailable)
			case !ok:
				http.Error(w, "not allowed", http.StatusForbidden)
			default:
				next.ServeHTTP(w, r)
			}
		})
	}
}

// Routes puts the house's pages behind the gate.
func (g *Gate) Routes(cellar, library http.Handler) http.Handler {
	r := chi.NewRouter()
	r.With(g.Require("cellar")).Mount("/cellar", cellar)
	r.With(g.Require("library")).Mount("/library", library)
	return r
}
