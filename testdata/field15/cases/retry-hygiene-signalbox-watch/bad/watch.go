// Package watch follows the changes of a railway's signal boxes.
package watch

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	minDelay = time.Second
	maxDelay = 4 * time.Minute
)

// Change is a signal that was set.
type Change struct {
	Box    string `json:"box"`
	Signal int    `json:"signal"`
	Aspect string `json:"aspect"`
}

// Watcher reads the stream of changes; the server ends it every few hours.
type Watcher struct {
	url    string
	hc     *http.Client
	handle func(Change)
	log    *slog.Logger
}

// New returns a Watcher whose connection has to stand within ten seconds.
func New(url string, handle func(Change), log *slog.Logger) *Watcher {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.ResponseHeaderTimeout = 10 * time.Second
	return &Watcher{url: url, hc: &http.Client{Transport: tr}, handle: handle, log: log}
}

// Run follows the stream until ctx ends and opens it again when it breaks.
func (w *Watcher) Run(ctx context.Context) error {
	delay := minDelay // OR retry-hygiene
	for {
		n, err := w.follow(ctx) // OR retry-hygiene
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.log.Warn("stream ended", "changes", n, "again_in", delay, "err", err)
		t := time.NewTimer(delay/2 + rand.N(delay))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
		delay = min(2*delay, maxDelay) // EXPECT retry-hygiene
	}
}

// follow returns how many changes it has seen.
func (w *Watcher) follow(ctx context.Context) (n int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.url, nil)
	if err != nil {
		return 0, err
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("signal server answered %s", resp.Status)
	}
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		var c Change
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return n, fmt.Errorf("change %d: %w", n+1, err)
		}
		w.handle(c)
		n++
	}
	return n, lines.Err()
}
