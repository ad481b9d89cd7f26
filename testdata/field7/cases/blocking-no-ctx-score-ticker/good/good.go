// Package good shows the scores of a tournament live. Announce writes the new score to all
// viewers in turn. A write that takes too long is given up, and its viewer with it.
package good

import (
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// patience is how long one viewer may hold up the others.
const patience = 2 * time.Second

type viewer struct {
	w    http.ResponseWriter
	ctl  *http.ResponseController
	gone chan struct{}
}

// Ticker sends scores to viewers.
type Ticker struct {
	mu      sync.Mutex
	viewers map[*viewer]struct{}
	log     *slog.Logger
}

// NewTicker returns a ticker without viewers.
func NewTicker(log *slog.Logger) *Ticker {
	return &Ticker{viewers: make(map[*viewer]struct{}), log: log}
}

// Server returns the server of the tournament. It has no limit for writing as a whole,
// because viewers stay for hours.
func (t *Ticker) Server(addr string) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /scores", t)
	mux.HandleFunc("POST /courts/{court}/score", t.Result)
	return &http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
}

// ServeHTTP keeps a viewer until it leaves.
func (t *Ticker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	v := &viewer{w: w, ctl: http.NewResponseController(w), gone: make(chan struct{})}

	t.mu.Lock()
	t.viewers[v] = struct{}{}
	t.mu.Unlock()

	select {
	case <-r.Context().Done():
	case <-v.gone:
	}
	t.mu.Lock()
	delete(t.viewers, v)
	t.mu.Unlock()
}

// Result takes the score of a court from the referee's tablet and announces it.
func (t *Ticker) Result(w http.ResponseWriter, r *http.Request) {
	court, score := r.PathValue("court"), r.FormValue("score")
	if score == "" {
		http.Error(w, "score is missing", http.StatusBadRequest)
		return
	}
	t.Announce(court, score)
	w.WriteHeader(http.StatusNoContent)
}

// Announce shows a score to all viewers.
func (t *Ticker) Announce(court, score string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for v := range t.viewers {
		if err := v.send(court, score); err != nil {
			t.log.Info("viewer lost", "err", err)
			delete(t.viewers, v)
			close(v.gone)
		}
	}
}

func (v *viewer) send(court, score string) error {
	if err := v.ctl.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(v.w, "event: score\ndata: %q %q\n\n", court, score); err != nil {
		return err
	}
	if err := v.ctl.Flush(); err != nil {
		return err
	}
	return v.ctl.SetWriteDeadline(time.Time{})
}
