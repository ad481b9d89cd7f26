// Package good talks to the review service of a code host.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	maxTries  = 4
	callLimit = 30 * time.Second
)

// Remark is a note on a line of a change.
type Remark struct {
	ID   int64  `json:"id,omitempty"`
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Client is safe for concurrent use.
type Client struct {
	hc    *http.Client
	base  string
	token string
}

// New returns a client for the service at base.
func New(base, token string) *Client {
	return &Client{hc: &http.Client{Timeout: 6 * time.Second}, base: base, token: token}
}

// Remarks lists the remarks on a change.
func (c *Client) Remarks(ctx context.Context, change string) ([]Remark, error) {
	var out []Remark
	err := c.call(ctx, http.MethodGet, "/changes/"+url.PathEscape(change)+"/remarks", nil, &out)
	return out, err
}

// AddRemark puts a remark on a change.
func (c *Client) AddRemark(ctx context.Context, change string, r Remark) (Remark, error) {
	var out Remark
	err := c.call(ctx, http.MethodPost, "/changes/"+url.PathEscape(change)+"/remarks", r, &out)
	return out, err
}

func (c *Client) call(ctx context.Context, method, path string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	var body []byte
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("encode: %w", err)
		}
		body = b
	}
	for try := 1; ; try++ {
		status, err := c.send(ctx, method, path, body, out)
		if err == nil && status < 300 {
			return nil
		}
		if err == nil {
			err = fmt.Errorf("status %d", status)
		}
		again := status == http.StatusTooManyRequests || method == http.MethodGet && (status == 0 || status >= 500)
		if !again || try == maxTries || ctx.Err() != nil {
			return fmt.Errorf("%s %s: %w", method, path, err)
		}
		step := time.Duration(try) * 200 * time.Millisecond
		select {
		case <-time.After(step + rand.N(step)):
		case <-ctx.Done():
			return fmt.Errorf("%s %s: %w", method, path, err)
		}
	}
}

func (c *Client) send(ctx context.Context, method, path string, body []byte, out any) (int, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
		return resp.StatusCode, nil
	}
	return resp.StatusCode, json.NewDecoder(resp.Body).Decode(out)
}
