// Package good tells the platform whether a visa service can work. The checker takes the
// request's context and gives the database two seconds.
package good

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// Checker returns why the service is not ready, or nothing.
type Checker func(ctx context.Context) string

// Pinger is a dependency.
type Pinger interface {
	PingContext(ctx context.Context) error
}

func storeChecker(p Pinger) Checker {
	return func(ctx context.Context) string {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		if err := p.PingContext(ctx); err != nil {
			return "store: " + err.Error()
		}
		return ""
	}
}

// Server is the service's HTTP side.
type Server struct {
	mux   *http.ServeMux
	ready Checker
}

// NewServer returns a server over a database.
func NewServer(db *sql.DB) *Server {
	s := &Server{mux: http.NewServeMux(), ready: storeChecker(db)}
	s.mux.HandleFunc("GET /readyz", s.readyz)
	s.mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if why := s.ready(r.Context()); why != "" {
		http.Error(w, why, http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
