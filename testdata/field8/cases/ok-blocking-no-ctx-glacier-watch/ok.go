// Package ok streams the movements of a glacier as server-sent events. The server has no
// WriteTimeout on purpose, since an answer lasts as long as the reader wants; headers, the rest
// of a request and idle connections are limited, and every single event has a write deadline.
package ok

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

const eventLimit = 8 * time.Second

// Glacier hands movements to those who watch.
type Glacier struct {
	mu       sync.Mutex
	watchers map[chan float64]struct{}
}

// NewGlacier returns a glacier nobody watches.
func NewGlacier() *Glacier {
	return &Glacier{watchers: make(map[chan float64]struct{})}
}

// Moved tells the watchers; who is behind misses a movement.
func (g *Glacier) Moved(mm float64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for w := range g.watchers {
		select {
		case w <- mm:
		default:
		}
	}
}

func (g *Glacier) watch() (<-chan float64, func()) {
	moves := make(chan float64, 8)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.watchers[moves] = struct{}{}
	return moves, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.watchers, moves)
	}
}

// ServeHTTP streams movements until the reader leaves.
func (g *Glacier) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	moves, leave := g.watch()
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	for {
		select {
		case <-r.Context().Done():
			return
		case mm := <-moves:
			if err := out.SetWriteDeadline(time.Now().Add(eventLimit)); err != nil {
				return
			}
			if _, err := fmt.Fprintf(w, "data: %.1f\n\n", mm); err != nil {
				return
			}
			if err := out.Flush(); err != nil {
				return
			}
		}
	}
}

// Serve answers on ln until ctx ends; the end of ctx also ends the streams.
func Serve(ctx context.Context, g *Glacier, ln net.Listener) error {
	srv := &http.Server{
		Handler:           g,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       time.Minute,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		<-groupCtx.Done()
		grace, cancel := context.WithTimeout(context.WithoutCancel(groupCtx), 5*time.Second)
		defer cancel()
		if err := srv.Shutdown(grace); err != nil {
			return errors.Join(err, srv.Close())
		}
		return nil
	})
	return group.Wait()
}
