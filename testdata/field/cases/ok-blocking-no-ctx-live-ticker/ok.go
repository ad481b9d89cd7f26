// Package ok streams a ticker to browsers for hours. The server has no WriteTimeout and no ReadTimeout, which
// would cut the streams off; headers and idle connections are limited, and every single write has
// a deadline.
package ok

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

const writeLimit = 5 * time.Second

// Ticker spreads lines.
type Ticker struct {
	mu      sync.Mutex
	readers map[chan string]struct{}
}

// NewTicker returns a ticker without readers.
func NewTicker() *Ticker { return &Ticker{readers: make(map[chan string]struct{})} }

// Post spreads a line.
func (t *Ticker) Post(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for r := range t.readers {
		select {
		case r <- line:
		default: // too slow for this one
		}
	}
}

func (t *Ticker) join() (<-chan string, func()) {
	r := make(chan string, 32)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.readers[r] = struct{}{}
	return r, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.readers, r)
	}
}

// ServeHTTP streams the ticker.
func (t *Ticker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	out := http.NewResponseController(w)
	lines, leave := t.join()
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	alive := time.NewTicker(20 * time.Second)
	defer alive.Stop()
	for {
		event := ": still here\n\n"
		select {
		case line := <-lines:
			event = "data: " + line + "\n\n"
		case <-alive.C:
		case <-r.Context().Done():
			return
		}
		if err := out.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
			return
		}
		if _, err := fmt.Fprint(w, event); err != nil {
			return
		}
		if err := out.Flush(); err != nil {
			return
		}
	}
}

// Serve serves the ticker on ln until ctx ends.
func (t *Ticker) Serve(ctx context.Context, ln net.Listener) error {
	srv := &http.Server{
		Handler:           t,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() { srv.Close() })
	defer stop()
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve ticker: %w", err)
	}
	return nil
}
