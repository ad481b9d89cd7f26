// Package config loads the settings of a foundry's furnaces when the service starts.
package config

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	loadTries   = 5
	loadTimeout = 5 * time.Second
)

// Furnace holds the settings of one furnace.
type Furnace struct {
	Name    string  `json:"name"`
	Target  float64 `json:"target_celsius"`
	MaxRise float64 `json:"max_rise"`
}

// Config is the settings of the whole foundry.
type Config struct {
	Version  int       `json:"version"`
	Furnaces []Furnace `json:"furnaces"`
}

// Loader reads the configuration from the plant server.
type Loader struct {
	url string
	hc  *http.Client
	log *slog.Logger
}

// NewLoader returns a Loader of the settings at url.
func NewLoader(url string, log *slog.Logger) *Loader {
	return &Loader{url: url, hc: &http.Client{Timeout: loadTimeout}, log: log}
}

// Load returns the settings. The plant server may still be starting.
func (l *Loader) Load(ctx context.Context) (*Config, error) {
	cfg := &Config{}
	for try := 1; try <= loadTries; try++ {
		err := l.fetch(ctx, cfg)
		if err == nil {
			break
		}
		l.log.Warn("settings not loaded", "try", try, "of", loadTries, "err", err)
		if try == loadTries {
			return nil, fmt.Errorf("load settings, %d tries: %w", try, err)
		}
		d := time.Duration(try) * time.Second
		select {
		case <-time.After(d + rand.N(d/2)):
		case <-ctx.Done():
			return nil, fmt.Errorf("load settings: %w", ctx.Err())
		}
	}
	l.log.Info("settings loaded", "version", cfg.Version, "furnaces", len(cfg.Furnaces))
	return cfg, nil
}

func (l *Loader) fetch(ctx context.Context, cfg *Config) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.url, nil)
	if err != nil {
		return err
	}
	resp, err := l.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("plant server answered %s", resp.Status)
	}
	var read Config
	if err := json.NewDecoder(resp.Body).Decode(&read); err != nil {
		return fmt.Errorf("decode settings: %w", err)
	}
	*cfg = read
	return nil
}
