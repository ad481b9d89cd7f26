// Package ok serves the lamps of an abbey until it is told to stop. The shutdown runs on a context
// that is cut off from the one that has ended, which is the point: on the ended one it
// would give up at once. A limit of its own keeps it short.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

const farewell = 10 * time.Second

// Lamps switches lamps.
type Lamps interface {
	Switch(ctx context.Context, lamp string, on bool) error
}

// Server is the switchboard.
type Server struct {
	lamps Lamps
	log   *slog.Logger
}

// Serve answers on ln until ctx ends, then lets open requests finish.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /lamps/{lamp}/{state}", s.set)
	srv := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      15 * time.Second,
		IdleTimeout:       time.Minute,
	}

	served := make(chan error, 1)
	go func() { served <- srv.Serve(ln) }()
	select {
	case err := <-served:
		return fmt.Errorf("serve lamps: %w", err)
	case <-ctx.Done():
	}

	s.log.InfoContext(ctx, "switchboard stops", "reason", context.Cause(ctx))
	bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	err := srv.Shutdown(bye)
	if err != nil {
		err = errors.Join(fmt.Errorf("shut down lamps: %w", err), srv.Close())
	}
	if serr := <-served; !errors.Is(serr, http.ErrServerClosed) {
		err = errors.Join(err, serr)
	}
	return err
}

func (s *Server) set(w http.ResponseWriter, r *http.Request) {
	lamp, on := r.PathValue("lamp"), r.PathValue("state") == "on"
	if err := s.lamps.Switch(r.Context(), lamp, on); err != nil {
		s.log.WarnContext(r.Context(), "lamp not switched", "lamp", lamp, "err", err)
		http.Error(w, "lamp does not answer", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
