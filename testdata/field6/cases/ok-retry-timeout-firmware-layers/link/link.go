// Package link reads files over a link that often fails.
package link

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	tries    = 4
	tryLimit = 2 * time.Minute
	maxFile  = 32 << 20
)

// Client reads files.
type Client struct {
	base string
	http *http.Client
}

// NewClient reads below base.
func NewClient(base string) *Client {
	return &Client{base: base, http: &http.Client{Timeout: tryLimit}}
}

// Get returns a file.
func (c *Client) Get(ctx context.Context, path string) ([]byte, error) {
	for n := 1; ; n++ {
		data, again, err := c.get(ctx, path)
		if err == nil || !again || n == tries || ctx.Err() != nil {
			return data, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(err, ctx.Err())
		case <-time.After(time.Duration(n)*2*time.Second + rand.N(2*time.Second)):
		}
	}
}

func (c *Client) get(ctx context.Context, path string) (data []byte, again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return nil, false, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, true, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, resp.StatusCode >= 500, errors.New(resp.Status)
	}
	data, err = io.ReadAll(io.LimitReader(resp.Body, maxFile))
	return data, true, err
}
