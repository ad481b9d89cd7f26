// Package bad reads the climate of a wine cellar from the maker's cloud.
// The twenty seconds hold for the whole call and no try has a limit of its own: one request that hangs
// takes them all, and the three retries that are configured are never made.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const readLimit = 20 * time.Second // OR retry-timeout

// Climate is one reading.
type Climate struct {
	Celsius  float64 `json:"celsius"`
	Humidity float64 `json:"humidity"`
}

// Cellar reads from the cloud.
type Cellar struct {
	base   string
	token  string
	client *retryablehttp.Client
}

// New returns a Cellar for the account that token belongs to.
func New(base, token string, log *slog.Logger) *Cellar {
	rc := retryablehttp.NewClient() // OR retry-timeout
	rc.Logger = log
	rc.RetryMax = 3 // OR retry-timeout
	rc.RetryWaitMin = 150 * time.Millisecond
	rc.RetryWaitMax = 400 * time.Millisecond
	rc.Backoff = retryablehttp.LinearJitterBackoff
	return &Cellar{base: base, token: token, client: rc}
}

// Last returns the newest reading of a shelf.
func (c *Cellar) Last(ctx context.Context, shelf string) (*Climate, error) {
	ctx, cancel := context.WithTimeout(ctx, readLimit) // OR retry-timeout
	defer cancel()

	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, c.base+"/shelves/"+url.PathEscape(shelf)+"/climate", nil)
	if err != nil {
		return nil, fmt.Errorf("climate of %s: %w", shelf, err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)

	resp, err := c.client.Do(req) // EXPECT retry-timeout
	if err != nil {
		return nil, fmt.Errorf("climate of %s: %w", shelf, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("climate of %s: %s", shelf, resp.Status)
	}
	var out Climate
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&out); err != nil {
		return nil, fmt.Errorf("climate of %s: %w", shelf, err)
	}
	return &out, nil
}
