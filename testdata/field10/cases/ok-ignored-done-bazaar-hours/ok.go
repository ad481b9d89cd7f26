// Package ok serves the opening hours of a bazaar over HTTP until its context ends. The
// shutdown gets a context of its own on purpose: the one at hand has ended already and would
// cut off every request that is still being answered.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

// Hours says when a stall is open.
type Hours struct {
	Opens  string `json:"opens"`
	Closes string `json:"closes"`
}

// Bazaar knows the hours of all stalls.
type Bazaar struct {
	stalls map[string]Hours
	grace  time.Duration
	log    *slog.Logger
}

// Serve answers on addr until ctx ends, and then for the grace period what has begun.
func (b *Bazaar) Serve(ctx context.Context, addr string) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /stalls/{stall}", b.hours)
	srv := &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       time.Minute,
	}

	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve %s: %w", addr, err)
	case <-ctx.Done():
		b.log.Info("bazaar closes", "grace", b.grace)
	}

	graceCtx, cancel := context.WithTimeout(context.Background(), b.grace)
	defer cancel()
	if err := srv.Shutdown(graceCtx); err != nil {
		return errors.Join(fmt.Errorf("close bazaar: %w", err), srv.Close())
	}
	return nil
}

func (b *Bazaar) hours(w http.ResponseWriter, r *http.Request) {
	hours, ok := b.stalls[r.PathValue("stall")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(hours); err != nil {
		b.log.WarnContext(r.Context(), "write hours", "err", err)
	}
}
