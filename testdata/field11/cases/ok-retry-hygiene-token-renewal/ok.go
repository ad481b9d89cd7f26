// Package ok reads the readings of a greenhouse from a vendor's cloud with a short-lived token.
// Asking again after 401, at once and without a pause, looks like a permanent error retried; but it is
// done a single time, and with a new token: the vendor withdraws tokens before their time.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Login gets a new token from the vendor.
type Login func(ctx context.Context) (token string, expires time.Time, err error)

// Reading is one measured value.
type Reading struct {
	Sensor string  `json:"sensor"`
	Value  float64 `json:"value"`
}

// Cloud is a client of the vendor's cloud.
type Cloud struct {
	client *http.Client
	base   string
	login  Login

	mu      sync.Mutex
	token   string
	expires time.Time
}

// NewCloud returns a client of the cloud at base.
func NewCloud(base string, login Login) *Cloud {
	return &Cloud{client: &http.Client{Timeout: 8 * time.Second}, base: base, login: login}
}

// Readings returns the newest readings of a house.
func (c *Cloud) Readings(ctx context.Context, house string) ([]Reading, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	renewed := false
retry:
	token, err := c.current(ctx)
	if err != nil {
		return nil, fmt.Errorf("log in: %w", err)
	}
	resp, err := c.get(ctx, "/houses/"+url.PathEscape(house)+"/readings", token)
	if err != nil {
		return nil, fmt.Errorf("readings of %s: %w", house, err)
	}
	if resp.StatusCode == http.StatusUnauthorized && !renewed {
		_ = resp.Body.Close()
		renewed = true
		c.drop(token)
		goto retry
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("readings of %s: %s", house, resp.Status)
	}
	var rs []Reading
	if err := json.NewDecoder(resp.Body).Decode(&rs); err != nil {
		return nil, fmt.Errorf("decode readings of %s: %w", house, err)
	}
	return rs, nil
}

func (c *Cloud) get(ctx context.Context, path, token string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	return c.client.Do(req)
}

// current returns the token at hand or a new one.
func (c *Cloud) current(ctx context.Context) (string, error) {
	c.mu.Lock()
	token, expires := c.token, c.expires
	c.mu.Unlock()
	if token != "" && time.Until(expires) > 10*time.Second {
		return token, nil
	}
	token, expires, err := c.login(ctx)
	if err != nil {
		return "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token, c.expires = token, expires
	return token, nil
}

// drop forgets token, unless somebody else has renewed it already.
func (c *Cloud) drop(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token == token {
		c.token = ""
	}
}
