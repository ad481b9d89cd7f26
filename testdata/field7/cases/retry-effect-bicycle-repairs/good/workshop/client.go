// Package workshop is the client of the workshop's booking service.
package workshop

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
)

// ErrUnreachable says that the workshop could not be reached: it got no part of the request.
var ErrUnreachable = errors.New("workshop unreachable")

// Repair is a piece of work.
type Repair struct {
	Frame     string `json:"frame"`
	Complaint string `json:"complaint"`
}

// Client books repairs.
type Client struct {
	hc   *http.Client
	base string
}

// New expects hc to have a per-request timeout.
func New(hc *http.Client, base string) *Client {
	return &Client{hc: hc, base: base}
}

// Book creates a repair.
func (c *Client) Book(ctx context.Context, r Repair) (string, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("encode repair: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/repairs", bytes.NewReader(raw))
	if err != nil {
		return "", fmt.Errorf("build request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.hc.Do(req)
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return "", fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	if err != nil {
		return "", fmt.Errorf("book repair: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return "", fmt.Errorf("workshop answered %s", resp.Status)
	}
	var out struct {
		Number string `json:"number"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return "", fmt.Errorf("decode answer: %w", err)
	}
	return out.Number, nil
}
