// Package good tells visitors of a museum which audio guide belongs to the room they stand in.
// The outermost handler answers 503 after five seconds; three attempts and their pauses fit inside.
package good

import (
	"context"
	"log/slog"
	"net/http"
	"time"
)

const answerLimit = 5 * time.Second

// NewServer returns the museum's server; tracks is asked for the guides.
func NewServer(addr string, tracks *Tracks, log *slog.Logger) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /rooms/{room}/guide", func(w http.ResponseWriter, r *http.Request) {
		guide, err := tracks.Guide(r.Context(), r.PathValue("room"))
		if err != nil {
			log.Error("no guide", "room", r.PathValue("room"), "err", err)
			http.Error(w, "guide not available", http.StatusBadGateway)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if _, err := w.Write(guide); err != nil {
			log.Debug("guide not sent", "err", err)
		}
	})
	return &http.Server{
		Addr:              addr,
		Handler:           http.TimeoutHandler(mux, answerLimit, "too slow"),
		ReadHeaderTimeout: 3 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      answerLimit + 2*time.Second,
		IdleTimeout:       time.Minute,
	}
}

// Serve runs the server until ctx ends.
func Serve(ctx context.Context, srv *http.Server) error {
	fail := make(chan error, 1)
	go func() { fail <- srv.ListenAndServe() }()
	select {
	case err := <-fail:
		return err
	case <-ctx.Done():
	}
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerLimit+time.Second)
	defer cancel()
	return srv.Shutdown(stopCtx)
}
