// Package bad is the public window of a land registry.
// A deed may take three fetches and twenty-five seconds, but the server cuts an answer off ten
// seconds after the request's header: the second fetch and the third are for nobody.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

const (
	deedBudget   = 25 * time.Second
	fetchTimeout = 7 * time.Second
	fetches      = 3
)

// ErrLocked is the archive's "somebody is editing this plot".
var ErrLocked = errors.New("plot is locked")

// Deed is who owns what.
type Deed struct {
	Plot   string   `json:"plot"`
	Owners []string `json:"owners"`
}

// Archive is where deeds are kept.
type Archive interface {
	Deed(ctx context.Context, plot string) (*Deed, error)
}

// Window answers questions about plots.
type Window struct {
	archive Archive
	log     *slog.Logger
}

// NewServer returns the server of the window.
func NewServer(addr string, archive Archive, log *slog.Logger) *http.Server {
	w := &Window{archive: archive, log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /plots/{plot}/deed", w.deed)
	return &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 3 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      10 * time.Second, // EXPECT retry-timeout
		IdleTimeout:       time.Minute,
	}
}

func (w *Window) deed(rw http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), deedBudget) // OR retry-timeout
	defer cancel()
	plot := r.PathValue("plot")
	deed, err := w.fetch(ctx, plot) // OR retry-timeout
	if err != nil {
		w.log.Error("deed not fetched", "plot", plot, "err", err)
		http.Error(rw, "archive not available", http.StatusServiceUnavailable)
		return
	}
	rw.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(rw).Encode(deed); err != nil {
		w.log.Debug("deed not sent", "plot", plot, "err", err)
	}
}

func (w *Window) fetch(ctx context.Context, plot string) (*Deed, error) {
	for n := 1; ; n++ { // OR retry-timeout
		fetchCtx, cancel := context.WithTimeout(ctx, fetchTimeout)
		deed, err := w.archive.Deed(fetchCtx, plot)
		cancel()
		if err == nil {
			return deed, nil
		}
		if n == fetches || ctx.Err() != nil || !transient(err) {
			return nil, fmt.Errorf("deed of %s, fetch %d: %w", plot, n, err)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("deed of %s: %w", plot, errors.Join(ctx.Err(), err))
		case <-time.After(time.Duration(n)*400*time.Millisecond + rand.N(300*time.Millisecond)):
		}
	}
}

func transient(err error) bool {
	var op *net.OpError
	return errors.Is(err, ErrLocked) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &op)
}
