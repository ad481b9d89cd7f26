// Package flags creates feature flags for an infrastructure provider. A key is given by the
// user and is taken once and for all.
package flags

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const createBudget = 80 * time.Second

// ErrExists is returned when the project has a flag with that key.
var ErrExists = errors.New("flag exists already")

// Flag is a feature flag.
type Flag struct {
	Key        string   `json:"key"`
	Name       string   `json:"name"`
	Variations []string `json:"variations"`
}

// Client is a client of the flag service.
type Client struct {
	base string
	key  string
	rc   *retryablehttp.Client
}

// New returns a client.
func New(base, key string) *Client {
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.HTTPClient.Timeout = 10 * time.Second
	rc.RetryMax = 4
	rc.RetryWaitMin = 500 * time.Millisecond
	rc.RetryWaitMax = 2 * time.Second
	rc.Backoff = retryablehttp.LinearJitterBackoff
	rc.CheckRetry = again
	rc.ErrorHandler = retryablehttp.PassthroughErrorHandler
	return &Client{base: base, key: key, rc: rc}
}

// Create puts a new flag into a project. The service answers 409 if the key is taken.
func (c *Client) Create(ctx context.Context, project string, f Flag) error {
	ctx, cancel := context.WithTimeout(ctx, createBudget)
	defer cancel()
	raw, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("encode flag: %w", err)
	}
	u := c.base + "/projects/" + url.PathEscape(project) + "/flags/" + url.PathEscape(f.Key)
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPut, u, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", c.key)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("If-None-Match", "*")
	resp, err := c.rc.Do(req)
	if err != nil {
		return fmt.Errorf("create flag %s: %w", f.Key, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusConflict:
		return fmt.Errorf("%s: %w", f.Key, ErrExists)
	case resp.StatusCode >= 300:
		return fmt.Errorf("create flag %s: %s", f.Key, resp.Status)
	}
	return nil
}

// again decides what is worth another request.
func again(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err == nil && resp.StatusCode == http.StatusConflict {
		return false, nil // the key stays taken
	}
	return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
}
