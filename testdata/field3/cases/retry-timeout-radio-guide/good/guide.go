// Package good reads the programme of radio stations.
// The configured timeout is the attempt's. The client gets what all attempts and pauses may need.
package good

import (
	"context"
	"faultfield3/cases/retry-timeout-radio-guide/good/resilient"
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
		PerAttempt: cfg.Timeout,
		Retries:    cfg.Retries,
		MaxPause:   time.Second,
	}
	whole := time.Duration(cfg.Retries+1)*cfg.Timeout + time.Duration(cfg.Retries)*rt.MaxPause
	return &Guide{cfg: cfg, hc: &http.Client{Transport: rt, Timeout: whole}}
}

// Day returns a day's programme as the station writes it.
func (g *Guide) Day(ctx context.Context, station string, day time.Time) (string, error) {
	u := fmt.Sprintf("%s/%s/%s.txt", g.cfg.BaseURL, station, day.Format(time.DateOnly))
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return "", err
	}
	resp, err := g.hc.Do(req)
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
