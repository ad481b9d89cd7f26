// Package bad calls a tram operator's API with a token that lapses every hour. The token is renewed under the
// lock that everyone takes to read it. If the operator's login is slow, every request of the service
// waits behind one renewal, and none of them can be called off.
package bad

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

	mu  sync.Mutex
	tok token
}

// New returns a client that logs in at login.
func New(login, id, secret string) *Client {
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {id}, "client_secret": {secret}}
	return &Client{login: login, form: form, hc: &http.Client{Timeout: 30 * time.Second}}
}

// Authorize adds the token to a request.
func (c *Client) Authorize(req *http.Request) error {
	secret, err := c.secret(req.Context()) // OR blocking-no-ctx
	if err != nil {
		return fmt.Errorf("authorize: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+secret)
	return nil
}

func (c *Client) secret(ctx context.Context) (string, error) {
	c.mu.Lock() // OR blocking-no-ctx
	defer c.mu.Unlock()
	if c.tok.fresh() {
		return c.tok.Secret, nil
	}
	tok, err := c.renew(ctx) // EXPECT blocking-no-ctx
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
	resp, err := c.hc.Do(req) // OR blocking-no-ctx
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
