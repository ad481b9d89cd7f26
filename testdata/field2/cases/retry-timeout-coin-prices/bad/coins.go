// Package bad reads the prices of collectors' coins.
// The five seconds are put on the client that hides the retries. The first slow answer uses them
// up, and the four retries that were asked for never come.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Doer is what an HTTP client does.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

// Settings of a price list.
type Settings struct {
	URL     string
	Timeout time.Duration
	Retries int
}

// Prices reads a price list.
type Prices struct {
	url  string
	http Doer
}

// New fills in what is missing in s.
func New(s Settings) *Prices {
	if s.Timeout == 0 {
		s.Timeout = 5 * time.Second
	}
	if s.Retries == 0 {
		s.Retries = 4
	}
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.RetryMax = s.Retries // OR retry-timeout
	rc.RetryWaitMax = 4 * time.Second
	rc.Backoff = retryablehttp.LinearJitterBackoff
	std := rc.StandardClient() // OR retry-timeout
	std.Timeout = s.Timeout    // EXPECT retry-timeout
	return &Prices{url: s.URL, http: std}
}

// Price returns what a coin costs, in cents.
func (p *Prices) Price(ctx context.Context, coin string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+"/coins/"+coin, nil)
	if err != nil {
		return 0, err
	}
	resp, err := p.http.Do(req) // OR retry-timeout
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("coin %s: %s", coin, resp.Status)
	}
	var price struct{ Cents int }
	err = json.NewDecoder(resp.Body).Decode(&price)
	return price.Cents, err
}
