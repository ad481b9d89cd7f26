// Package bad reads the programme of radio stations.
// The configured timeout is set on the client and again on each attempt below it. When the first
// attempt runs into it, the client has run into it too.
package bad

import (
	"context"
	"faultfield3/cases/retry-timeout-radio-guide/bad/resilient"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Config comes from the settings file.
type Config struct {
	BaseURL string        `yaml:"base_url"`
	Timeout time.Duration `yaml:"timeout"`
	Retries int           `yaml:"retries"`
}

// Guide reads programmes.
type Guide struct {
	cfg Config
	hc  *http.Client
}

// New returns a guide.
func New(cfg Config) *Guide {
	rt := &resilient.Transport{
		Next:       http.DefaultTransport,
		PerAttempt: cfg.Timeout, // OR retry-timeout
		Retries:    cfg.Retries,
		MaxPause:   time.Second,
	}
	return &Guide{cfg: cfg, hc: &http.Client{Transport: rt, Timeout: cfg.Timeout}} // EXPECT retry-timeout
}

// Day returns a day's programme as the station writes it.
func (g *Guide) Day(ctx context.Context, station string, day time.Time) (string, error) {
	u := fmt.Sprintf("%s/%s/%s.txt", g.cfg.BaseURL, station, day.Format(time.DateOnly))
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return "", err
	}
	resp, err := g.hc.Do(req) // OR retry-timeout
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s", station, resp.Status)
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return string(b), err
}
