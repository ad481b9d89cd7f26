// Package api makes handlers for others.
package api

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// Store loads with four attempts of three seconds.
type Store struct{ DB *sql.DB }

func (s *Store) Load(ctx context.Context) error {
	var err error
	for n := 0; n < 4; n++ {
		if err = s.once(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(200 * time.Millisecond)
	}
	return err
}

func (s *Store) once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return s.DB.PingContext(ctx)
}

type loader interface {
	Load(ctx context.Context) error
}

// Server hands its requests to a router of its own.
type Server struct {
	store loader
	mux   *http.ServeMux
}

func New(s *Store) *Server {
	srv := &Server{store: s, mux: http.NewServeMux()}
	srv.mux.HandleFunc("/load", srv.load)
	return srv
}

func (s *Server) load(w http.ResponseWriter, r *http.Request) {
	if err := s.store.Load(r.Context()); err != nil {
		http.Error(w, "no", 502)
	}
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Handler returns a handler.
func Handler(s *Store) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/load", func(w http.ResponseWriter, r *http.Request) { _ = s.Load(r.Context()) })
	return mux
}

// Register puts a handler on a router.
func Register(mux *http.ServeMux, s *Store) {
	mux.HandleFunc("/load", func(w http.ResponseWriter, r *http.Request) { _ = s.Load(r.Context()) })
}

// Limited limits each run.
func Limited(s *Store) http.Handler {
	return http.TimeoutHandler(Handler(s), 20*time.Second, "")
}
