// Package bad tells neighbours when a flock passes a gate. The handler posts to each neighbour's hook with
// a client that has no timeout, on a request that has no context: one neighbour whose machine
// hangs keeps the gate's request, and its shepherd, for ever.
package bad

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Passage is one flock at one gate.
type Passage struct {
	Gate  string    `json:"gate"`
	Sheep int       `json:"sheep"`
	At    time.Time `json:"at"`
}

// Gate tells neighbours.
type Gate struct {
	hc  *http.Client
	log *slog.Logger

	mu    sync.Mutex
	hooks []string
}

// NewGate returns a gate without neighbours.
func NewGate(log *slog.Logger) *Gate {
	return &Gate{hc: &http.Client{}, log: log} // OR blocking-no-ctx
}

// Neighbour adds a hook.
func (g *Gate) Neighbour(url string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hooks = append(g.hooks, url)
}

// ServeHTTP takes one passage.
func (g *Gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p := Passage{At: time.Now()}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<10)).Decode(&p); err != nil {
		http.Error(w, "unreadable passage", http.StatusBadRequest)
		return
	}
	g.mu.Lock()
	hooks := append([]string(nil), g.hooks...)
	g.mu.Unlock()
	told := 0
	for _, hook := range hooks {
		if err := g.tell(hook, p); err != nil { // OR blocking-no-ctx
			g.log.Warn("neighbour not told", "hook", hook, "err", err)
			continue
		}
		told++
	}
	fmt.Fprintf(w, "%d of %d told\n", told, len(hooks))
}

func (g *Gate) tell(hook string, p Passage) error {
	body, err := json.Marshal(p)
	if err != nil {
		return err
	}
	resp, err := g.hc.Post(hook, "application/json", bytes.NewReader(body)) // EXPECT blocking-no-ctx
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}
