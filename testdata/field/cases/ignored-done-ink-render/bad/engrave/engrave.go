// Package engrave is the client of an engraving service.
package engrave

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Client renders notes.
type Client struct {
	url string
	hc  *http.Client
}

// New returns a client of the service at url, which may take minutes for a symphony.
func New(url string) *Client {
	return &Client{url: url, hc: &http.Client{Timeout: 5 * time.Minute}}
}

// Render returns notes as a picture.
func (c *Client) Render(notes string) ([]byte, error) {
	req, err := http.NewRequest(http.MethodPost, c.url, strings.NewReader(notes)) // OR ignored-done // OR blocking-no-ctx
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "image/svg+xml")
	resp, err := c.hc.Do(req) // OR ignored-done // OR blocking-no-ctx
	if err != nil {
		return nil, fmt.Errorf("engrave: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("engrave: status %d", resp.StatusCode)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 32<<20))
}
