// Package bad reads the stock of a spice importer's stores.
// The index of the try never reaches the number of tries inside the loop, so the guard before the pause is always
// true: after the last failure the caller waits once more, the longest time of all, for an error that is known.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// Config says how stores are asked.
type Config struct {
	Base     string
	Tries    int
	TryLimit time.Duration
	Pause    time.Duration // before the second try, doubled before each further one
	MaxPause time.Duration
}

// DefaultConfig returns the settings that all warehouses use.
func DefaultConfig(base string) Config {
	return Config{Base: base, Tries: 5, TryLimit: 4 * time.Second, Pause: time.Second, MaxPause: 20 * time.Second}
}

var errAway = errors.New("store not available")

// Stock asks for quantities.
type Stock struct {
	cfg    Config
	client *http.Client
}

// New returns a Stock for cfg.
func New(cfg Config) *Stock {
	return &Stock{cfg: cfg, client: &http.Client{Timeout: cfg.TryLimit}}
}

// Grams returns how much of a spice a store has.
func (s *Stock) Grams(ctx context.Context, store, spice string) (int64, error) {
	var last error
	pause := s.cfg.Pause
	for try := 0; try < s.cfg.Tries; try++ { // OR retry-hygiene
		g, err := s.ask(ctx, store, spice)
		if err == nil {
			return g, nil
		}
		if ctx.Err() != nil || !errors.Is(err, errAway) {
			return 0, fmt.Errorf("%s in %s: %w", spice, store, err)
		}
		last = err
		if try < s.cfg.Tries { // EXPECT retry-hygiene
			if err := sleep(ctx, pause); err != nil { // OR retry-hygiene
				return 0, fmt.Errorf("%s in %s: %w", spice, store, errors.Join(err, last))
			}
			pause = min(2*pause, s.cfg.MaxPause)
		}
	}
	return 0, fmt.Errorf("%s in %s, %d tries: %w", spice, store, s.cfg.Tries, last)
}

// sleep waits for d and a little more, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d + rand.N(d/4+1)) // OR retry-hygiene
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func (s *Stock) ask(ctx context.Context, store, spice string) (int64, error) {
	u := s.cfg.Base + "/stores/" + url.PathEscape(store) + "/stock?spice=" + url.QueryEscape(spice)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return 0, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errAway, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return 0, fmt.Errorf("%w: %s", errAway, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return 0, errors.New(resp.Status)
	}
	var out struct {
		Grams int64 `json:"grams"`
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, 16<<10)).Decode(&out)
	return out.Grams, err
}
