// Package outlet knows the ways in which a sighting leaves the house.
package outlet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
)

// Sighting is where a shoal was seen.
type Sighting struct {
	Bank  string `json:"bank"`
	Tons  int    `json:"tons"`
	Depth int    `json:"depth"`
}

// Webhook posts sightings to one address.
type Webhook struct {
	addr string
}

// NewWebhook returns a webhook for addr.
func NewWebhook(addr string) *Webhook {
	return &Webhook{addr: addr}
}

// Send posts one sighting.
func (h *Webhook) Send(s Sighting) error {
	body, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode sighting: %w", err)
	}
	resp, err := http.Post(h.addr, "application/json", bytes.NewReader(body)) // EXPECT blocking-no-ctx
	if err != nil {
		return fmt.Errorf("tell %s: %w", h.addr, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("tell %s: status %d", h.addr, resp.StatusCode)
	}
	return nil
}
