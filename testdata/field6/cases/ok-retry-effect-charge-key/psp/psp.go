// Package psp is a client of a payment provider.
package psp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// ErrDeclined is returned when trying again will not help.
var ErrDeclined = errors.New("charge declined")

// Charge asks for money. The provider answers a second charge with the same key with the result of the first.
type Charge struct {
	Key      string `json:"-"`
	Customer string `json:"customer"`
	Cents    int64  `json:"amount"`
	Currency string `json:"currency"`
}

// Client calls the provider.
type Client struct {
	base   string
	secret string
	http   *http.Client
}

// NewClient returns a client.
func NewClient(base, secret string) *Client {
	return &Client{base: base, secret: secret, http: &http.Client{Timeout: 10 * time.Second}}
}

// Charge posts a charge and returns its ID.
func (c *Client) Charge(ctx context.Context, ch Charge) (string, error) {
	body, err := json.Marshal(ch)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrDeclined, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v1/charges", bytes.NewReader(body))
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrDeclined, err)
	}
	req.Header.Set("Authorization", "Bearer "+c.secret)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", ch.Key)
	resp, err := c.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
	case code == http.StatusTooManyRequests || code >= 500:
		return "", fmt.Errorf("provider: %s", resp.Status)
	default:
		return "", fmt.Errorf("%w: %s", ErrDeclined, resp.Status)
	}
	var out struct {
		ID string `json:"id"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&out); err != nil {
		return "", fmt.Errorf("provider: %w", err)
	}
	return out.ID, nil
}
