// Package tables runs functions that requests pick from tables.
package tables

import (
	"context"
	"database/sql"
	"net/http"
)

var chores = map[string]func(db *sql.DB) error{
	"vacuum": func(db *sql.DB) error { _, err := db.Exec("VACUUM"); return err }, // want `\(\*sql.DB\).Exec waits without a context, so the end of r.Context\(\) does not end it: \(\*admin\).run → .* → \(\*sql.DB\).Exec`
	"none":   func(db *sql.DB) error { return nil },
}

type admin struct {
	db     *sql.DB
	checks map[string]func(ctx context.Context) error
	quick  []func() string
}

func newAdmin(db *sql.DB) *admin {
	return &admin{
		db: db,
		checks: map[string]func(ctx context.Context) error{
			"db": func(ctx context.Context) error { return db.PingContext(ctx) },
		},
		quick: []func() string{func() string { return "ok" }},
	}
}

func (a *admin) run(w http.ResponseWriter, r *http.Request) {
	do, ok := chores[r.PathValue("chore")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if err := do(a.db); err != nil {
		http.Error(w, err.Error(), 500)
	}
}

// The one that does nothing.
func (a *admin) rest(w http.ResponseWriter, r *http.Request) { chores["none"](a.db) }

// They take the context.
func (a *admin) check(w http.ResponseWriter, r *http.Request) {
	if c := a.checks[r.PathValue("check")]; c != nil {
		c(r.Context())
	}
	w.Write([]byte(a.quick[0]()))
}

// At start.
func main() {
	for _, do := range chores {
		do(nil)
	}
}
