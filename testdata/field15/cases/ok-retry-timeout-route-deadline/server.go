// Package reports serves a dashboard. Its server cuts answers off early, except for the one
// route that waits for a slow backend: that one moves its write deadline itself.
package reports

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	buildTries  = 3
	buildLimit  = 25 * time.Second
	buildBudget = 90 * time.Second
)

// Builder makes a report; making it again gives the same one.
type Builder interface {
	Build(ctx context.Context, name string) ([]byte, error)
}

// Site is the dashboard.
type Site struct {
	builder Builder
	log     *slog.Logger
}

// Server returns the dashboard's server.
func (s *Site) Server(addr string) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") })
	mux.HandleFunc("GET /reports/{name}", s.report)
	return &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      10 * time.Second,
	}
}

func (s *Site) report(w http.ResponseWriter, r *http.Request) {
	if err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(buildBudget + 10*time.Second)); err != nil {
		http.Error(w, "cannot wait for reports", http.StatusInternalServerError)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), buildBudget)
	defer cancel()
	page, err := s.build(ctx, r.PathValue("name"))
	if err != nil {
		s.log.ErrorContext(ctx, "report not built", "report", r.PathValue("name"), "err", err)
		http.Error(w, "report not available", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(page)
}

func (s *Site) build(ctx context.Context, name string) ([]byte, error) {
	for try := 1; ; try++ {
		page, err := s.once(ctx, name)
		if err == nil || try == buildTries {
			return page, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(time.Second + rand.N(time.Second)):
		}
	}
}

func (s *Site) once(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, buildLimit)
	defer cancel()
	return s.builder.Build(ctx, name)
}
