// Package good watches the tariffs of an energy exchange from the start of the program to its end.
// The back-off has no limit in time, and starts small again after each answer.
package good

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
	bo := backoff.NewExponentialBackOff()
	bo.MaxInterval = 5 * time.Minute
	bo.MaxElapsedTime = 0
	return &Watch{url: url, period: 15 * time.Minute, client: &http.Client{Timeout: 20 * time.Second}, bo: bo, log: log}
}

// Run hands tariffs to set until ctx ends.
func (w *Watch) Run(ctx context.Context, set func([]Tariff)) {
	for {
		next := w.period
		tariffs, err := w.get(ctx)
		if err == nil {
			set(tariffs)
			w.bo.Reset()
		} else {
			next = w.bo.NextBackOff()
			w.log.Warn("tariffs not read", "err", err, "next", next)
		}
		t := time.NewTimer(next)
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
