// Package bad serves the wind on a kite field to the public. Its server has no timeouts: whoever
// opens connections and sends his header a byte a minute keeps them, with a goroutine each, for
// as long as he likes.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

const drain = 10 * time.Second

// Wind is the wind on the kite field.
type Wind struct {
	Knots float64   `json:"knots"`
	From  int       `json:"from"`
	At    time.Time `json:"at"`
}

// Station serves the latest wind to anybody who asks.
type Station struct {
	latest atomic.Pointer[Wind]
	log    *slog.Logger
}

// NewStation returns a station that knows no wind yet.
func NewStation(log *slog.Logger) *Station { return &Station{log: log} }

// Record makes w the latest wind.
func (s *Station) Record(w Wind) { s.latest.Store(&w) }

func (s *Station) wind(w http.ResponseWriter, r *http.Request) {
	latest := s.latest.Load()
	if latest == nil {
		http.Error(w, "no wind measured yet", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(latest); err != nil {
		s.log.DebugContext(r.Context(), "wind not sent", "err", err)
	}
}

// Serve answers on addr until ctx ends, and then lets running requests finish.
func (s *Station) Serve(ctx context.Context, addr string) error {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /wind", s.wind)
	srv := &http.Server{ // EXPECT blocking-no-ctx
		Handler:  mux,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}

	served := make(chan error, 1)
	go func() { served <- srv.Serve(ln) }() // OR blocking-no-ctx
	select {
	case err := <-served:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.log.Info("station closes")
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	if err := srv.Shutdown(stopCtx); err != nil {
		return errors.Join(fmt.Errorf("shut down: %w", err), srv.Close())
	}
	return nil
}
