// Package model is a client of a hosted embedding model.
package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

var errDown = errors.New("model is down")

// Temporary reports whether the model may answer later.
func Temporary(err error) bool { return errors.Is(err, errDown) }

// Client embeds texts; equal texts give equal vectors.
type Client struct {
	url  string
	http *retryablehttp.Client
}

// New returns a client for the model at url.
func New(url string) *Client {
	c := retryablehttp.NewClient()
	c.RetryMax = 4
	c.RetryWaitMin = 300 * time.Millisecond
	c.RetryWaitMax = 3 * time.Second
	c.Backoff = retryablehttp.RateLimitLinearJitterBackoff
	c.HTTPClient.Timeout = 10 * time.Second
	c.Logger = nil
	return &Client{url: url, http: c}
}

// Embed returns the vector of a text.
func (c *Client) Embed(ctx context.Context, text string) ([]float32, error) {
	body, err := json.Marshal(map[string]string{"input": text})
	if err != nil {
		return nil, err
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPut, c.url+"/embedding", body)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDown, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("model: %s", resp.Status)
	}
	var vec []float32
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&vec)
	return vec, err
}
