// Package good reads the climate of a wine cellar from the maker's cloud.
// Each try has four seconds, and the twenty seconds of the whole call have room for all four tries.
package good

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

const (
	readLimit = 20 * time.Second
	tryLimit  = 4 * time.Second
)

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
	rc := retryablehttp.NewClient()
	rc.Logger = log
	rc.RetryMax = 3
	rc.RetryWaitMin = 150 * time.Millisecond
	rc.RetryWaitMax = 400 * time.Millisecond
	rc.Backoff = retryablehttp.LinearJitterBackoff
	rc.HTTPClient.Timeout = tryLimit
	return &Cellar{base: base, token: token, client: rc}
}

// Last returns the newest reading of a shelf.
func (c *Cellar) Last(ctx context.Context, shelf string) (*Climate, error) {
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()

	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, c.base+"/shelves/"+url.PathEscape(shelf)+"/climate", nil)
	if err != nil {
		return nil, fmt.Errorf("climate of %s: %w", shelf, err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)

	resp, err := c.client.Do(req)
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
