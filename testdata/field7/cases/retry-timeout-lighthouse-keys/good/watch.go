// Package good keeps the characteristic of each lighthouse up to date by long polling.
// A request asks the server to wait up to 45 seconds for a change, and the client waits a little longer.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	pollWait = 45 * time.Second // how long the server holds a request without news
	minPause = time.Second
	maxPause = time.Minute
)

// Light is the characteristic of one lighthouse, such as "Fl(3) 20s".
type Light struct {
	Name    string `json:"name"`
	Pattern string `json:"pattern"`
}

// Watcher passes changed lights on.
type Watcher struct {
	base   string
	client *http.Client
	log    *slog.Logger
}

// NewWatcher returns a Watcher for the server at base.
func NewWatcher(base string, log *slog.Logger) *Watcher {
	return &Watcher{base: base, client: newClient(), log: log}
}

// Run calls changed for each news until ctx ends.
func (w *Watcher) Run(ctx context.Context, changed func([]Light)) error {
	version, pause := 0, minPause
	for {
		lights, next, err := w.poll(ctx, version)
		if err == nil {
			if next != version {
				changed(lights)
			}
			version, pause = next, minPause
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.log.Error("lights not polled", "version", version, "pause", pause, "err", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause/2 + rand.N(pause)):
		}
		pause = min(2*pause, maxPause)
	}
}

func (w *Watcher) poll(ctx context.Context, version int) ([]Light, int, error) {
	q := url.Values{
		"since": {strconv.Itoa(version)},
		"wait":  {strconv.Itoa(int(pollWait.Seconds()))},
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base+"/lights?"+q.Encode(), nil)
	if err != nil {
		return nil, 0, err
	}
	resp, err := w.client.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNotModified:
		return nil, version, nil
	case http.StatusOK:
	default:
		return nil, 0, fmt.Errorf("lights: %s", resp.Status)
	}
	var body struct {
		Version int     `json:"version"`
		Lights  []Light `json:"lights"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 4<<20)).Decode(&body); err != nil {
		return nil, 0, fmt.Errorf("lights: %w", err)
	}
	return body.Lights, body.Version, nil
}
