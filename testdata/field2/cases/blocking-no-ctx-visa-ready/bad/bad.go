// Package bad tells the platform whether a visa service can work. The readiness handler asks
// a checker that was built at start-up and knows neither the request nor a limit: when the
// database hangs, every probe leaves one more request hanging.
package bad

import (
	"context"
	"database/sql"
	"net/http"
)

// Checker returns why the service is not ready, or nothing.
type Checker func() string

// Pinger is a dependency.
type Pinger interface {
	PingContext(ctx context.Context) error
}

func storeChecker(p Pinger) Checker {
	return func() string {
		if err := p.PingContext(context.Background()); err != nil { // OR blocking-no-ctx // OR ignored-done
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
	if why := s.ready(); why != "" { // EXPECT blocking-no-ctx // OR ignored-done
		http.Error(w, why, http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
