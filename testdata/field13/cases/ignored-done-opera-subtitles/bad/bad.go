// Package bad streams subtitles to the seats of an opera house. A stream ends with its
// request, and nothing ends the requests when the house closes: Shutdown does not cancel
// them, so every stop with a seat still listening sits out the whole drain and fails.
package bad

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const drain = 30 * time.Second

// House spreads lines to the seats.
type House struct {
	mu    sync.Mutex
	seats map[chan string]struct{}
}

// New returns an empty house.
func New() *House { return &House{seats: map[chan string]struct{}{}} }

// Show sends a line to every seat that keeps up.
func (h *House) Show(line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for seat := range h.seats {
		select {
		case seat <- line:
		default:
		}
	}
}

// Serve lets seats listen on addr until ctx ends.
func (h *House) Serve(ctx context.Context, addr string) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /subtitles", h.listen)
	srv := &http.Server{ // OR ignored-done
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       time.Minute,
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	if err := srv.Shutdown(stop); err != nil { // EXPECT ignored-done
		return errors.Join(fmt.Errorf("drain: %w", err), srv.Close())
	}
	return nil
}

// listen is the stream of one seat.
func (h *House) listen(w http.ResponseWriter, r *http.Request) {
	seat := make(chan string, 8)
	h.mu.Lock()
	h.seats[seat] = struct{}{}
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		delete(h.seats, seat)
		h.mu.Unlock()
	}()
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	for {
		select {
		case <-r.Context().Done(): // OR ignored-done
			return
		case line := <-seat:
			if err := out.SetWriteDeadline(time.Now().Add(10 * time.Second)); err != nil {
				return
			}
			if _, err := fmt.Fprintf(w, "data: %s\n\n", line); err != nil {
				return
			}
			if err := out.Flush(); err != nil {
				return
			}
		}
	}
}
