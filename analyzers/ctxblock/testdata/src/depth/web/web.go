// Package web declares an interface, puts a value of another package's type
// into it, and calls it from a handler.
package web

import (
	"context"
	"database/sql"
	"net/http"

	"depth/repo"
)

type rows interface{ Row(id string) error }

type Server struct{ rows rows }

func New(db *sql.DB) *Server { return newServer(&repo.Repo{DB: db}) }

func newServer(r rows) *Server { return &Server{rows: r} }

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.rows.Row("x") // want `\(\*Repo\).Row waits without a context, so the end of r.Context\(\) does not end it: \(\*Server\).ServeHTTP → \(\*Repo\).Row → \(\*Repo\).row → \(\*sql.DB\).Query`
}

// Whose it is nobody knows here.
func other(ctx context.Context, r rows, db *sql.DB) {
	r.Row("x")
	db.PingContext(ctx)
}
