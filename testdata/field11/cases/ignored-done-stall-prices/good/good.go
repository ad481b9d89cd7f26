// Package good shows the prices of a market stall as they change. The handler waits for the
// next price and for the end of the request, whichever comes first.
package good

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
)

const writeLimit = 5 * time.Second

// Hub hands new prices to those who watch a stall.
type Hub struct {
	mu       sync.Mutex
	watchers map[string]map[chan string]struct{}
}

// NewHub returns a hub without watchers.
func NewHub() *Hub { return &Hub{watchers: make(map[string]map[chan string]struct{})} }

// Announce passes a price on; a watcher who is behind misses it.
func (h *Hub) Announce(stall, price string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.watchers[stall] {
		select {
		case w <- price:
		default:
		}
	}
}

func (h *Hub) watch(stall string) (prices <-chan string, leave func()) {
	w := make(chan string, 4)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.watchers[stall] == nil {
		h.watchers[stall] = make(map[chan string]struct{})
	}
	h.watchers[stall][w] = struct{}{}
	return w, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if delete(h.watchers[stall], w); len(h.watchers[stall]) == 0 {
			delete(h.watchers, stall)
		}
	}
}

// Routes mounts the event streams.
func (h *Hub) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/stalls/{stall}/prices", h.stream)
	return r
}

func (h *Hub) stream(w http.ResponseWriter, r *http.Request) {
	prices, leave := h.watch(chi.URLParam(r, "stall"))
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	for {
		select {
		case price := <-prices:
			if err := event(w, out, price); err != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

func event(w http.ResponseWriter, out *http.ResponseController, price string) error {
	if err := out.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "data: %s\n\n", price); err != nil {
		return err
	}
	return out.Flush()
}
