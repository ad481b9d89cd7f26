// Package ok serves the bells of a town over HTTP. Ring waits for the server's closing on a
// channel, without a look at a context, which is right: the closing has a limit of its own and
// closes the channel in every case. ListenAndServe returns when the closing begins, so without that
// wait the process would leave before the last bells have rung.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

const lastBells = 20 * time.Second

// Tower rings a bell. Ring ends with its context.
type Tower interface {
	Ring(ctx context.Context, bell string, strokes int) error
}

// Town serves the bells of a tower.
type Town struct {
	tower Tower
	log   *slog.Logger
}

// Ring serves until ctx ends and the bells that are ringing have ended, too.
func (t *Town) Ring(ctx context.Context, addr string) error {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /bells/{bell}", t.bell)
	srv := &http.Server{
		Addr:         addr,
		Handler:      mux,
		ReadTimeout:  5 * time.Second,
		WriteTimeout: 15 * time.Second,
		IdleTimeout:  time.Minute,
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	closed := make(chan struct{})
	var closing error
	go func() {
		defer close(closed)
		<-ctx.Done()
		limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastBells)
		defer cancel()
		if err := srv.Shutdown(limit); err != nil {
			closing = errors.Join(fmt.Errorf("last bells: %w", err), srv.Close())
		}
	}()

	err := srv.ListenAndServe()
	cancel()
	<-closed
	if errors.Is(err, http.ErrServerClosed) {
		return closing
	}
	return errors.Join(err, closing)
}

func (t *Town) bell(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	if err := t.tower.Ring(ctx, r.PathValue("bell"), 1); err != nil {
		t.log.Error("bell", "bell", r.PathValue("bell"), "err", err)
		http.Error(w, "the bell does not ring", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
