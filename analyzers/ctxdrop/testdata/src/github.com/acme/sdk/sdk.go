// Package sdk is somebody else's client.
package sdk

import (
	"context"
	"net/http"
	"time"
)

type Client struct{ hc *http.Client }

// Fetch looks cancellable.
func (c *Client) Fetch(ctx context.Context, key string) error {
	for range 3 {
		if _, err := c.hc.Get("http://sdk/" + key); err == nil {
			return nil
		}
		time.Sleep(4 * time.Second)
	}
	return nil
}

// Push obeys, but for its pauses.
func (c *Client) Push(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://sdk/"+key, nil)
	if err != nil {
		return err
	}
	for range 3 {
		if _, err = c.hc.Do(req); err == nil {
			return nil
		}
		time.Sleep(8 * time.Second)
	}
	return err
}

// Pull obeys.
func (c *Client) Pull(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://sdk/"+key, nil)
	if err != nil {
		return err
	}
	_, err = c.hc.Do(req)
	return err
}
