// Package good calls a tram operator's API with a token that lapses every hour. One request renews it without
// holding the lock; the others wait for the outcome or for the end of their own context.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

type token struct {
	Secret string `json:"access_token"`
	Life   int    `json:"expires_in"`
	until  time.Time
}

func (t token) fresh() bool { return time.Until(t.until) > 30*time.Second }

// Client calls the API.
type Client struct {
	login string
	form  url.Values
	hc    *http.Client

	mu      sync.Mutex
	tok     token
	pending chan struct{} // closed when the renewal under way is over
}

// New returns a client that logs in at login.
func New(login, id, secret string) *Client {
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {id}, "client_secret": {secret}}
	return &Client{login: login, form: form, hc: &http.Client{Timeout: 30 * time.Second}}
}

// Authorize adds the token to a request.
func (c *Client) Authorize(req *http.Request) error {
	secret, err := c.secret(req.Context())
	if err != nil {
		return fmt.Errorf("authorize: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+secret)
	return nil
}

func (c *Client) secret(ctx context.Context) (string, error) {
	for {
		c.mu.Lock()
		if c.tok.fresh() {
			defer c.mu.Unlock()
			return c.tok.Secret, nil
		}
		pending := c.pending
		if pending == nil {
			c.pending = make(chan struct{})
			c.mu.Unlock()
			return c.lead(ctx)
		}
		c.mu.Unlock()
		select {
		case <-pending:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// lead renews the token for all who wait.
func (c *Client) lead(ctx context.Context) (string, error) {
	tok, err := c.renew(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.pending)
	c.pending = nil
	if err != nil {
		return "", err
	}
	c.tok = tok
	return tok.Secret, nil
}

func (c *Client) renew(ctx context.Context) (token, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.login, strings.NewReader(c.form.Encode()))
	if err != nil {
		return token{}, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := c.hc.Do(req)
	if err != nil {
		return token{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return token{}, fmt.Errorf("login: status %d", resp.StatusCode)
	}
	var t token
	if err := json.NewDecoder(resp.Body).Decode(&t); err != nil {
		return token{}, err
	}
	t.until = time.Now().Add(time.Duration(t.Life) * time.Second)
	return t, nil
}
