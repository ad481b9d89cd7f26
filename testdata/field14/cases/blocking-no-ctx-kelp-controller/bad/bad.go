// Package bad is the part of a kelp farm's controller that serves its state to whoever asks on
// the farm's network. The server has no time limit of any kind: a peer that never finishes its
// header keeps a connection and a goroutine, and a few thousand of them the whole controller.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

const farewell = 5 * time.Second

// Line is a rope with kelp on it.
type Line struct {
	Metres float64 `json:"metres"`
	Depth  float64 `json:"depth"`
}

// Farm is the observed state.
type Farm struct {
	mu    sync.RWMutex
	lines map[string]Line
	log   *slog.Logger
}

// NewFarm returns a farm without lines.
func NewFarm(log *slog.Logger) *Farm {
	return &Farm{lines: make(map[string]Line), log: log}
}

// Observe stores what was measured on a line.
func (f *Farm) Observe(name string, l Line) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lines[name] = l
}

func (f *Farm) state(w http.ResponseWriter, r *http.Request) {
	f.mu.RLock()
	raw, err := json.Marshal(f.lines)
	f.mu.RUnlock()
	if err != nil {
		f.log.ErrorContext(r.Context(), "state", "err", err)
		http.Error(w, "no state", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(raw)
}

// Serve answers on addr until ctx ends.
func (f *Farm) Serve(ctx context.Context, addr string) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /state", f.state)
	srv := &http.Server{Addr: addr, Handler: mux} // EXPECT blocking-no-ctx

	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }() // OR blocking-no-ctx
	select {
	case err := <-failed:
		return fmt.Errorf("serve state: %w", err)
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	if err := srv.Shutdown(ctx); err != nil {
		return errors.Join(err, srv.Close())
	}
	return nil
}
