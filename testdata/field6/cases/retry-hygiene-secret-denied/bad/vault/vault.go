// Package vault is a client of the vault service.
package vault

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// ErrRefused is returned for secrets that are not there or not for this client.
var ErrRefused = errors.New("vault refused")

const maxSecret = 64 << 10

// Client reads secrets.
type Client struct {
	base  string
	token string
	http  *http.Client
}

// NewClient returns a client that presents token.
func NewClient(base, token string) *Client {
	return &Client{base: base, token: token, http: &http.Client{Timeout: 10 * time.Second}}
}

// Read returns the value of a secret.
func (c *Client) Read(ctx context.Context, project, name string) (string, error) {
	u := c.base + "/projects/" + url.PathEscape(project) + "/secrets/" + url.PathEscape(name)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrRefused, err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	resp, err := c.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		value, err := io.ReadAll(io.LimitReader(resp.Body, maxSecret))
		return string(value), err
	case code == http.StatusTooManyRequests || code >= 500:
		return "", fmt.Errorf("vault: %s", resp.Status)
	default:
		return "", fmt.Errorf("%w: %s", ErrRefused, resp.Status)
	}
}
