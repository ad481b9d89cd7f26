// Package good reads snow reports of ski resorts. fetch reads the whole report before it cancels
// the context that it gave the request.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	fetchLimit = 6 * time.Second
	maxReport  = 8 << 20
)

// Slope is one line of a report.
type Slope struct {
	Name string `json:"name"`
	Open bool   `json:"open"`
	Snow int    `json:"snow_cm"`
}

// Client reads reports.
type Client struct {
	base *url.URL
	hc   *http.Client
}

// New returns a client of the service at base.
func New(base *url.URL, hc *http.Client) *Client { return &Client{base: base, hc: hc} }

// Slopes returns the open slopes of a resort.
func (c *Client) Slopes(ctx context.Context, resort string) ([]Slope, error) {
	body, err := c.fetch(ctx, c.base.JoinPath("resorts", resort, "report.json").String())
	if err != nil {
		return nil, fmt.Errorf("report of %s: %w", resort, err)
	}
	var all []Slope
	if err := json.NewDecoder(body).Decode(&all); err != nil {
		return nil, fmt.Errorf("report of %s: %w", resort, err)
	}
	open := all[:0]
	for _, s := range all {
		if s.Open {
			open = append(open, s)
		}
	}
	return open, nil
}

func (c *Client) fetch(ctx context.Context, at string) (io.Reader, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", resp.StatusCode)
	}
	report, err := io.ReadAll(io.LimitReader(resp.Body, maxReport))
	if err != nil {
		return nil, err
	}
	return bytes.NewReader(report), nil
}
