// Package good takes calls from the bells of a house over HTTP. The server limits the time
// for headers, for a whole request, for an answer, and for an idle connection.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

const farewell = 10 * time.Second

// Ring is one press of a bell.
type Ring struct {
	Bell string `json:"bell"`
}

// House rings its bells.
type House struct {
	rings chan<- Ring
	log   *slog.Logger
}

// Serve takes rings on addr until ctx ends.
func (h *House) Serve(ctx context.Context, addr string) error {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /rings", h.ring)
	srv := &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}

	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve rings: %w", err)
	case <-ctx.Done():
	}
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	if err := srv.Shutdown(stopCtx); err != nil {
		return errors.Join(fmt.Errorf("stop serving rings: %w", err), srv.Close())
	}
	return nil
}

func (h *House) ring(w http.ResponseWriter, r *http.Request) {
	var ring Ring
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&ring); err != nil {
		http.Error(w, "cannot read ring", http.StatusBadRequest)
		return
	}
	select {
	case h.rings <- ring:
		w.WriteHeader(http.StatusAccepted)
	case <-r.Context().Done():
		h.log.InfoContext(r.Context(), "visitor gave up", "bell", ring.Bell)
	}
}
