// Package wallet is an SDK for a prepaid wallet. Every order has a key of its own, by which
// the service knows it again.
package wallet

import (
	"context"
	"fmt"
	"net/http"

	"faultfield15/cases/retry-effect-wallet-topups/good/backend"
)

// Client is what users of the SDK see.
type Client struct{ back *backend.Backend }

// New returns a client of the service at base.
func New(base, secret string) *Client {
	return &Client{back: backend.New(base, secret)}
}

// TopUp is an order to fill up a wallet.
type TopUp struct {
	Wallet   string `json:"wallet"`
	Cents    int64  `json:"cents"`
	Currency string `json:"currency"`
}

// TopUp places an order and returns its number. The caller uses the same key when it places
// the same order again.
func (c *Client) TopUp(ctx context.Context, key string, t TopUp) (string, error) {
	var out struct {
		Number string `json:"number"`
	}
	if err := c.back.Call(ctx, http.MethodPost, "/v2/topups", key, t, &out); err != nil {
		return "", fmt.Errorf("top up %s: %w", t.Wallet, err)
	}
	return out.Number, nil
}
