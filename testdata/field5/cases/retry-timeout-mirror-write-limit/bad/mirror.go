// Package bad is a pull-through mirror for module archives.
package bad

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/go-chi/chi/v5"
)

const (
	upstreamTimeout = 10 * time.Second
	stopTimeout     = 15 * time.Second
)

// Mirror answers from its upstream.
type Mirror struct {
	upstream string
	hc       *http.Client
	log      *slog.Logger
}

// NewMirror mirrors the registry at upstream.
func NewMirror(upstream string, log *slog.Logger) *Mirror {
	return &Mirror{upstream: upstream, hc: &http.Client{Timeout: upstreamTimeout}, log: log}
}

// Serve listens on addr until ctx ends.
func (m *Mirror) Serve(ctx context.Context, addr string) error {
	r := chi.NewRouter()
	r.Get("/{module}/versions", m.versions)
	srv := &http.Server{
		Addr:              addr,
		Handler:           r,
		ReadHeaderTimeout: 2 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      5 * time.Second, // EXPECT retry-timeout
		IdleTimeout:       time.Minute,
	}
	done := make(chan error, 1)
	go func() { done <- srv.ListenAndServe() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	return errors.Join(ctx.Err(), srv.Shutdown(stopCtx))
}

func (m *Mirror) versions(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), upstreamTimeout) // OR retry-timeout
	defer cancel()
	body, err := m.fetch(ctx, chi.URLParam(r, "module")) // OR retry-timeout
	if err != nil {
		m.log.Warn("upstream failed", "module", chi.URLParam(r, "module"), "err", err)
		http.Error(w, "upstream failed", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if _, err := w.Write(body); err != nil {
		m.log.Debug("answer not sent", "err", err)
	}
}

func (m *Mirror) fetch(ctx context.Context, module string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.upstream+"/"+url.PathEscape(module)+"/versions", nil)
	if err != nil {
		return nil, err
	}
	resp, err := m.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 8<<20))
}
