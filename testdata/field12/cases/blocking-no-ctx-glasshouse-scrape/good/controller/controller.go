// Package controller reads the climate controllers of glasshouses, under the caller's
// context and no longer than the client's time limit.
package controller

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Climate is what a controller reports.
type Climate struct {
	Celsius  float64 `json:"celsius"`
	Humidity float64 `json:"humidity"`
}

// Client talks to one controller.
type Client struct {
	base string
	hc   *http.Client
}

// New returns a client of the controller at base.
func New(base string) *Client {
	return &Client{base: base, hc: &http.Client{Timeout: 8 * time.Second}}
}

// Climate asks for the climate right now.
func (c *Client) Climate(ctx context.Context) (Climate, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/climate", nil)
	if err != nil {
		return Climate{}, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return Climate{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Climate{}, fmt.Errorf("status %d", resp.StatusCode)
	}
	var now Climate
	if err := json.NewDecoder(resp.Body).Decode(&now); err != nil {
		return Climate{}, fmt.Errorf("decode climate: %w", err)
	}
	return now, nil
}
