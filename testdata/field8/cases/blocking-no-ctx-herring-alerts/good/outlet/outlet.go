// Package outlet knows the ways in which a sighting leaves the house.
package outlet

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
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
	hc   *http.Client
}

// NewWebhook returns a webhook for addr.
func NewWebhook(addr string) *Webhook {
	return &Webhook{addr: addr, hc: &http.Client{Timeout: 4 * time.Second}}
}

// Send posts one sighting.
func (h *Webhook) Send(ctx context.Context, s Sighting) error {
	body, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode sighting: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.addr, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("tell %s: %w", h.addr, err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := h.hc.Do(req)
	if err != nil {
		return fmt.Errorf("tell %s: %w", h.addr, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("tell %s: status %d", h.addr, resp.StatusCode)
	}
	return nil
}
