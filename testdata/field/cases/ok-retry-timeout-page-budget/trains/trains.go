// Package trains is a client of the railway's delay service.
package trains

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// Client asks for delays.
type Client struct {
	base  string
	http  *http.Client
	tries int
	limit time.Duration
	pause time.Duration
}

// Option changes a Client.
type Option interface{ apply(*Client) }

type optionFunc func(*Client)

func (f optionFunc) apply(c *Client) { f(c) }

// WithTries sets how often the service is asked at most; the default is 4.
func WithTries(n int) Option { return optionFunc(func(c *Client) { c.tries = n }) }

// WithTryLimit limits one try; the default is two seconds.
func WithTryLimit(d time.Duration) Option { return optionFunc(func(c *Client) { c.limit = d }) }

// New returns a Client.
func New(base string, opts ...Option) *Client {
	c := &Client{base: base, http: &http.Client{}, tries: 4, limit: 2 * time.Second, pause: 150 * time.Millisecond}
	for _, o := range opts {
		o.apply(c)
	}
	return c
}

// Delays returns the delay of each train at a station, in minutes.
func (c *Client) Delays(ctx context.Context, station string) (map[string]int, error) {
	for n := 1; ; n++ {
		delays, err := c.get(ctx, station)
		if err == nil || n >= c.tries || ctx.Err() != nil {
			return delays, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(c.pause + rand.N(c.pause)):
		}
	}
}

func (c *Client) get(ctx context.Context, station string) (map[string]int, error) {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/stations/"+station+"/delays", nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("railway answered %s", resp.Status)
	}
	delays := map[string]int{}
	err = json.NewDecoder(resp.Body).Decode(&delays)
	return delays, err
}
