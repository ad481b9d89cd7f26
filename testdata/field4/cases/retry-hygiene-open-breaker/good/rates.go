// Package rates reads exchange rates from the treasury service.
package rates

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"github.com/sony/gobreaker/v2"
)

// Client reads rates.
type Client struct {
	http    *http.Client
	base    string
	breaker *gobreaker.CircuitBreaker[float64]
	log     *slog.Logger
}

// New returns a Client with a breaker that opens after five failures in a row.
func New(base string, log *slog.Logger) *Client {
	br := gobreaker.NewCircuitBreaker[float64](gobreaker.Settings{
		Name:        "treasury",
		MaxRequests: 1,
		Timeout:     30 * time.Second,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 5 },
		IsSuccessful: func(err error) bool {
			return err == nil || errors.Is(err, context.Canceled)
		},
		OnStateChange: func(name string, from, to gobreaker.State) {
			log.Info("breaker", "name", name, "from", from.String(), "to", to.String())
		},
	})
	return &Client{http: &http.Client{Timeout: 2 * time.Second}, base: base, breaker: br, log: log}
}

// Rate returns the rate of a pair.
func (c *Client) Rate(ctx context.Context, pair string) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, 12*time.Second)
	defer cancel()

	const tries = 4
	for n := 1; ; n++ {
		rate, err := c.breaker.Execute(func() (float64, error) { return c.fetch(ctx, pair) })
		if err == nil {
			return rate, nil
		}
		shut := errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests)
		if n == tries || shut || ctx.Err() != nil {
			return 0, fmt.Errorf("rate of %s: %w", pair, err)
		}
		c.log.Warn("rate not read", "pair", pair, "try", n, "err", err)
		t := time.NewTimer(time.Duration(n)*250*time.Millisecond + rand.N(250*time.Millisecond))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return 0, errors.Join(err, ctx.Err())
		}
	}
}

func (c *Client) fetch(ctx context.Context, pair string) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/rates/"+url.PathEscape(pair), nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("treasury: %s", resp.Status)
	}
	var out struct {
		Rate float64 `json:"rate"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 4<<10)).Decode(&out); err != nil {
		return 0, err
	}
	return out.Rate, nil
}
