// Package ok reads the seating of a stadium. An answer of 401 means that the token got old. Then the
// call is made once more, at once, with a new token: there is nothing to wait for, and no third time.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Tokens gives out tokens.
type Tokens interface {
	Token(ctx context.Context) (string, error)
	// Forget drops a token that was refused.
	Forget(token string)
}

// Client reads seatings.
type Client struct {
	base   string
	tokens Tokens
	http   *http.Client
}

// New returns a client.
func New(base string, tokens Tokens) *Client {
	return &Client{base: base, tokens: tokens, http: &http.Client{Timeout: 5 * time.Second}}
}

// Seating returns a block's seats.
func (c *Client) Seating(ctx context.Context, block string) (json.RawMessage, error) {
	for fresh := false; ; fresh = true {
		token, err := c.tokens.Token(ctx)
		if err != nil {
			return nil, err
		}
		status, body, err := c.get(ctx, block, token)
		switch {
		case err != nil:
			return nil, err
		case status == http.StatusOK:
			return body, nil
		case status == http.StatusUnauthorized && !fresh:
			c.tokens.Forget(token)
			continue
		}
		return nil, fmt.Errorf("block %s: status %d", block, status)
	}
}

func (c *Client) get(ctx context.Context, block, token string) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/blocks/"+block, nil)
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return resp.StatusCode, body, err
}
