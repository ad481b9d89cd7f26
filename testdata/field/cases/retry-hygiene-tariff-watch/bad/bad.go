// Package bad watches the tariffs of an energy exchange from the start of the program to its end.
// The back-off counts its fifteen minutes from the moment it was made. When the exchange fails later, and
// it will, NextBackOff says Stop, which is -1: the timer fires at once, and the loop never pauses.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Tariff is a price that holds from a moment on.
type Tariff struct {
	From  time.Time `json:"from"`
	Cents float64   `json:"cents"`
}

// Watch polls the exchange.
type Watch struct {
	url    string
	period time.Duration
	client *http.Client
	bo     *backoff.ExponentialBackOff
	log    *slog.Logger
}

// NewWatch returns a watch on the exchange at url.
func NewWatch(url string, log *slog.Logger) *Watch {
	bo := backoff.NewExponentialBackOff() // EXPECT retry-hygiene
	bo.MaxInterval = 5 * time.Minute
	return &Watch{url: url, period: 15 * time.Minute, client: &http.Client{Timeout: 20 * time.Second}, bo: bo, log: log}
}

// Run hands tariffs to set until ctx ends.
func (w *Watch) Run(ctx context.Context, set func([]Tariff)) {
	for {
		next := w.period
		tariffs, err := w.get(ctx)
		if err == nil {
			set(tariffs)
		} else {
			next = w.bo.NextBackOff() // OR retry-hygiene
			w.log.Warn("tariffs not read", "err", err, "next", next)
		}
		t := time.NewTimer(next) // OR retry-hygiene
		select {
		case <-ctx.Done():
			t.Stop()
			return
		case <-t.C:
		}
	}
}

func (w *Watch) get(ctx context.Context) ([]Tariff, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := w.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("exchange answered %s", resp.Status)
	}
	var out []Tariff
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out, err
}
