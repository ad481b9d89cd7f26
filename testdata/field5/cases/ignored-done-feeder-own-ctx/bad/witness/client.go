// Package witness talks to a witness over HTTP.
package witness

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

const updateLimit = 45 * time.Second

// Client is one witness.
type Client struct {
	http *http.Client
	url  string
}

// NewClient returns a client for the witness at url.
func NewClient(url string) *Client {
	return &Client{http: &http.Client{Timeout: time.Minute}, url: url}
}

// Update asks for a co-signature.
func (c *Client) Update(ctx context.Context, checkpoint []byte) ([]byte, error) { // OR blocking-no-ctx // OR ignored-done
	ctx, cancel := context.WithTimeout(context.Background(), updateLimit) // EXPECT ignored-done // OR blocking-no-ctx
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.url+"/checkpoint", bytes.NewReader(checkpoint))
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %s", resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}
