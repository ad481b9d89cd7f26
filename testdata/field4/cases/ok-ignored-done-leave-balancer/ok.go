// Package ok runs an HTTP server behind a load balancer. After a stop signal it first fails
// its readiness probe and keeps serving until the balancer has noticed.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// Server is the HTTP server of a service.
type Server struct {
	http  *http.Server
	ready atomic.Bool
	// leave is how long the balancer needs to take the instance out.
	leave time.Duration
	// grace is how long requests in flight may take after that.
	grace time.Duration
	log   *slog.Logger
}

// New prepares a server for the handler.
func New(handler http.Handler, leave, grace time.Duration, log *slog.Logger) *Server {
	s := &Server{leave: leave, grace: grace, log: log}
	mux := http.NewServeMux()
	mux.Handle("/", handler)
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, _ *http.Request) {
		if !s.ready.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	s.http = &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
	return s
}

// Serve serves until ctx ends and then takes the server down in order.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- s.http.Serve(l) }()
	s.ready.Store(true)

	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}

	s.ready.Store(false)
	s.log.Info("not ready any more", "leave", s.leave)
	time.Sleep(s.leave)

	stopCtx, cancel := context.WithTimeout(context.Background(), s.grace)
	defer cancel()
	if err := s.http.Shutdown(stopCtx); err != nil {
		return errors.Join(fmt.Errorf("shut down: %w", err), s.http.Close())
	}
	return nil
}
