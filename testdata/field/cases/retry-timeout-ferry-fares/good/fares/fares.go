// Package fares is a client of the fare service.
package fares

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Client asks for fares.
type Client struct {
	base       string
	http       *http.Client
	tries      int
	tryTimeout time.Duration
	pause      time.Duration
}

// Option changes a Client.
type Option func(*Client)

// Tries sets how often a question is asked at most.
func Tries(n int) Option { return func(c *Client) { c.tries = n } }

// TryTimeout limits one try.
func TryTimeout(d time.Duration) Option { return func(c *Client) { c.tryTimeout = d } }

// New returns a Client: five tries of two seconds, 300 ms apart, unless options say otherwise.
func New(base string, opts ...Option) *Client {
	c := &Client{base: base, http: &http.Client{}, tries: 5, tryTimeout: 2 * time.Second, pause: 300 * time.Millisecond}
	for _, o := range opts {
		o(c)
	}
	return c
}

// Table returns the fares of a route by passenger class.
func (c *Client) Table(ctx context.Context, route string) (map[string]int, error) {
	var last error
	for n := 0; n < c.tries; n++ {
		if n > 0 {
			select {
			case <-ctx.Done():
				return nil, errors.Join(ctx.Err(), last)
			case <-time.After(c.pause):
			}
		}
		table, err := c.get(ctx, route)
		if err == nil {
			return table, nil
		}
		if ctx.Err() != nil {
			return nil, err
		}
		last = err
	}
	return nil, fmt.Errorf("fares of %s: %w", route, last)
}

func (c *Client) get(ctx context.Context, route string) (map[string]int, error) {
	ctx, cancel := context.WithTimeout(ctx, c.tryTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/routes/"+route, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("fare service answered %s", resp.Status)
	}
	var table map[string]int
	err = json.NewDecoder(resp.Body).Decode(&table)
	return table, err
}
