// Package good tells neighbours when a flock passes a gate, with a client that gives up after some
// seconds, under the request's context.
package good

import (
	"bytes"
	"context"
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
	return &Gate{hc: &http.Client{Timeout: 5 * time.Second}, log: log}
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
		if err := g.tell(r.Context(), hook, p); err != nil {
			g.log.Warn("neighbour not told", "hook", hook, "err", err)
			continue
		}
		told++
	}
	fmt.Fprintf(w, "%d of %d told\n", told, len(hooks))
}

func (g *Gate) tell(ctx context.Context, hook string, p Passage) error {
	body, err := json.Marshal(p)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, hook, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := g.hc.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}
