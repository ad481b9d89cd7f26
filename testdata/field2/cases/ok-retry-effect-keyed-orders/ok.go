// Package ok orders frames from a workshop through a client that tries again by itself, POSTs
// included. It is right, because the request carries the order's number as its key, and the
// client sends the very same request each time.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Frame is an order.
type Frame struct {
	Number string `json:"number"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// Workshop makes frames.
type Workshop struct {
	client *retryablehttp.Client
	url    string
}

// New returns a workshop.
func New(url string) *Workshop {
	c := retryablehttp.NewClient()
	c.RetryMax = 3
	c.RetryWaitMin = 200 * time.Millisecond
	c.RetryWaitMax = 3 * time.Second
	c.Backoff = retryablehttp.LinearJitterBackoff
	c.HTTPClient.Timeout = 10 * time.Second
	c.Logger = nil
	return &Workshop{client: c, url: url}
}

// Order orders a frame.
func (w *Workshop) Order(ctx context.Context, f Frame) error {
	raw, err := json.Marshal(f)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, w.url+"/frames", raw)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "frame-"+f.Number)
	resp, err := w.client.Do(req)
	if err != nil {
		return fmt.Errorf("order %s: %w", f.Number, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("order %s: %s", f.Number, resp.Status)
	}
	return nil
}
