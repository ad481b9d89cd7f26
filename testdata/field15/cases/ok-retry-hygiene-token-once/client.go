// Package fleetapi is a client of a vehicle maker's API, whose tokens can be revoked at any
// time. After a 401 the client takes a new token and asks again at once, a single time.
package fleetapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Tokens gets tokens.
type Tokens interface {
	New(ctx context.Context) (string, error)
}

// Client reads the state of vehicles.
type Client struct {
	base   string
	hc     *http.Client
	tokens Tokens

	mu    sync.Mutex
	token string
}

// New returns a client.
func New(base string, tokens Tokens) *Client {
	return &Client{base: base, hc: &http.Client{Timeout: 10 * time.Second}, tokens: tokens}
}

// State is what a vehicle says about itself.
type State struct {
	Charge   int     `json:"charge"`
	Odometer float64 `json:"odometer"`
}

// State returns the state of a vehicle.
func (c *Client) State(ctx context.Context, vin string) (State, error) {
	for renewed := false; ; renewed = true {
		token, err := c.current(ctx)
		if err != nil {
			return State{}, fmt.Errorf("token: %w", err)
		}
		st, code, err := c.get(ctx, token, vin)
		if code == http.StatusUnauthorized && !renewed {
			c.drop(token)
			continue
		}
		if err != nil {
			return State{}, fmt.Errorf("state of %s: %w", vin, err)
		}
		return st, nil
	}
}

func (c *Client) get(ctx context.Context, token, vin string) (State, int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/vehicles/"+url.PathEscape(vin), nil)
	if err != nil {
		return State{}, 0, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := c.hc.Do(req)
	if err != nil {
		return State{}, 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return State{}, resp.StatusCode, fmt.Errorf("status %s", resp.Status)
	}
	var st State
	err = json.NewDecoder(resp.Body).Decode(&st)
	return st, resp.StatusCode, err
}

func (c *Client) current(ctx context.Context) (string, error) {
	c.mu.Lock()
	token := c.token
	c.mu.Unlock()
	if token != "" {
		return token, nil
	}
	token, err := c.tokens.New(ctx)
	if err != nil {
		return "", err
	}
	c.mu.Lock()
	c.token = token
	c.mu.Unlock()
	return token, nil
}

func (c *Client) drop(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token == token {
		c.token = ""
	}
}
