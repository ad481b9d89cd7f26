// Package bad lists the regions of a cloud for an infrastructure tool.
// The attempt's client has a limit of ten seconds, whose error is a deadline error too. The
// policy takes it for the caller's: a slow first answer is never asked for again.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Provider lists.
type Provider struct {
	base   string
	client *retryablehttp.Client
}

// New returns a provider.
func New(base string) *Provider {
	c := retryablehttp.NewClient()
	c.Logger = nil
	c.RetryMax = 5
	c.RetryWaitMax = 8 * time.Second
	c.Backoff = retryablehttp.LinearJitterBackoff
	c.HTTPClient.Timeout = 10 * time.Second // OR retry-timeout
	c.CheckRetry = mayRetry                 // OR retry-timeout
	return &Provider{base: base, client: c}
}

func mayRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) { // EXPECT retry-timeout
		return false, err // OR retry-timeout
	}
	return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
}

// Regions returns their names.
func (p *Provider) Regions(ctx context.Context) ([]string, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, p.base+"/regions", nil)
	if err != nil {
		return nil, err
	}
	resp, err := p.client.Do(req) // OR retry-timeout
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("regions: %s", resp.Status)
	}
	var names []string
	return names, json.NewDecoder(resp.Body).Decode(&names)
}
