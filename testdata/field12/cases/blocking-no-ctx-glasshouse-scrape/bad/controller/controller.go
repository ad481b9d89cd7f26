// Package controller reads the climate controllers of glasshouses. It uses http.Get, that is
// the default client, which has no time limit, and the background context.
package controller

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Climate is what a controller reports.
type Climate struct {
	Celsius  float64 `json:"celsius"`
	Humidity float64 `json:"humidity"`
}

// Client talks to one controller.
type Client struct{ base string }

// New returns a client of the controller at base.
func New(base string) *Client { return &Client{base: base} }

// Climate asks for the climate right now.
func (c *Client) Climate() (Climate, error) {
	resp, err := http.Get(c.base + "/climate") // EXPECT blocking-no-ctx
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
