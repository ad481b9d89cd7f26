// Package bad looks up exchange rates for an invoicing service.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/sony/gobreaker/v2"
)

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("rate service answered %d", int(e)) }

// Rates is a client of the rate service.
type Rates struct {
	base    string
	client  *http.Client
	breaker *gobreaker.CircuitBreaker[float64]
}

// NewRates returns a client.
func NewRates(base string) *Rates {
	return &Rates{
		base:   base,
		client: &http.Client{Timeout: 2 * time.Second},
		breaker: gobreaker.NewCircuitBreaker[float64](gobreaker.Settings{
			Name:    "rates",
			Timeout: 30 * time.Second,
			ReadyToTrip: func(c gobreaker.Counts) bool {
				return c.ConsecutiveFailures >= 8
			},
			IsSuccessful: func(err error) bool {
				return err == nil || !passing(err) || errors.Is(err, context.Canceled)
			},
		}),
	}
}

// Rate returns how much of to one unit of from is worth.
func (r *Rates) Rate(ctx context.Context, from, to string) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	rate, err := retry.DoWithData(func() (float64, error) { // OR retry-hygiene
		return r.breaker.Execute(func() (float64, error) { // OR retry-hygiene
			return r.fetch(ctx, from, to)
		})
	},
		retry.Context(ctx),
		retry.Attempts(5),
		retry.Delay(200*time.Millisecond),
		retry.MaxDelay(2*time.Second),
		retry.LastErrorOnly(true),
		retry.RetryIf(passing), // OR retry-hygiene
	)
	if err != nil {
		return 0, fmt.Errorf("rate %s/%s: %w", from, to, err)
	}
	return rate, nil
}

func passing(err error) bool {
	var se statusError
	if errors.As(err, &se) {
		return se >= 500 || se == http.StatusTooManyRequests
	}
	return true // EXPECT retry-hygiene
}

func (r *Rates) fetch(ctx context.Context, from, to string) (float64, error) {
	q := url.Values{"from": {from}, "to": {to}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/rate?"+q.Encode(), nil)
	if err != nil {
		return 0, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, statusError(resp.StatusCode)
	}
	var out struct {
		Rate float64 `json:"rate"`
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&out)
	return out.Rate, err
}
