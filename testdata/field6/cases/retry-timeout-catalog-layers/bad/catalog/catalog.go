// Package catalog is a client of the catalog service.
package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
)

var errUnavailable = errors.New("catalog unavailable")

// Unavailable reports whether err is a failure that may pass.
func Unavailable(err error) bool { return errors.Is(err, errUnavailable) }

// Article is something to buy.
type Article struct {
	SKU   string `json:"sku"`
	Title string `json:"title"`
}

// Page is a part of the catalog; the last one has no Next.
type Page struct {
	Articles []Article `json:"articles"`
	Next     int       `json:"next"`
}

// Client reads the catalog.
type Client struct {
	base string
	http *http.Client
}

// NewClient returns a client.
func NewClient(base string) *Client {
	return &Client{base: base, http: &http.Client{Timeout: 10 * time.Second}}
}

// Page returns page n.
func (c *Client) Page(ctx context.Context, n int) (*Page, error) {
	return backoff.Retry(ctx, func() (*Page, error) { // OR retry-timeout
		p, err := c.get(ctx, n)
		if err != nil && !Unavailable(err) {
			return nil, backoff.Permanent(err)
		}
		return p, err
	}, backoff.WithMaxTries(5), backoff.WithMaxElapsedTime(time.Minute))
}

func (c *Client) get(ctx context.Context, n int) (*Page, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/articles?page=%d", c.base, n), nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnavailable, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("%w: %s", errUnavailable, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("catalog: %s", resp.Status)
	}
	p := new(Page)
	if err := json.NewDecoder(io.LimitReader(resp.Body, 8<<20)).Decode(p); err != nil {
		return nil, fmt.Errorf("catalog: %w", err)
	}
	return p, nil
}
