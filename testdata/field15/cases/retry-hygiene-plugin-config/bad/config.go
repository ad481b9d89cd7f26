// Package plugconf asks the plugins of a build server for their configuration. A plugin is a
// process next to the server that takes a moment to come up.
package plugconf

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	tries    = 6
	firstGap = 200 * time.Millisecond
	budget   = 25 * time.Second // for one plugin
	maxBody  = 256 << 10
)

// Config is what a plugin wants to be given.
type Config struct {
	Version string   `json:"version"`
	Events  []string `json:"events"`
	Secrets []string `json:"secrets"`
}

// Reader reads configurations.
type Reader struct {
	hc  *http.Client
	log *slog.Logger
}

// New returns a reader.
func New(log *slog.Logger) *Reader {
	return &Reader{hc: &http.Client{Timeout: 2 * time.Second}, log: log}
}

// All reads the configurations of the plugins at the given addresses.
func (r *Reader) All(ctx context.Context, addrs map[string]string) (map[string]Config, error) {
	configs := make(map[string]Config, len(addrs))
	for name, addr := range addrs {
		var c Config
		if err := r.read(ctx, addr, &c); err != nil { // OR retry-hygiene
			return nil, fmt.Errorf("plugin %s: %w", name, err)
		}
		configs[name] = c
	}
	return configs, nil
}

func (r *Reader) read(ctx context.Context, addr string, c *Config) error {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	gap := firstGap
	for try := 1; try <= tries; try++ { // OR retry-hygiene
		err := r.get(ctx, addr, c)
		if err == nil {
			return nil
		}
		r.log.InfoContext(ctx, "plugin not up yet", "addr", addr, "try", try, "err", err)
		if try == tries {
			break
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w, last answer: %w", ctx.Err(), err)
		case <-time.After(gap/2 + rand.N(gap)):
		}
		gap *= 2
	}
	return nil // EXPECT retry-hygiene
}

func (r *Reader) get(ctx context.Context, addr string, c *Config) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/config", nil)
	if err != nil {
		return err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %s", resp.Status)
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxBody)).Decode(c); err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	return nil
}
