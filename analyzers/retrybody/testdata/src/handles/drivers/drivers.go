// Package drivers hands answers to a library that repeats.
package drivers

import (
	"context"
	"fmt"
	"net/http"

	"github.com/cenkalti/backoff/v5"
)

// The library drops what comes with an error.
func drops(ctx context.Context, url string) (*http.Response, error) {
	return backoff.Retry(ctx, func() (*http.Response, error) {
		resp, err := http.Get(url)
		if err != nil {
			return resp, err
		}
		if resp.StatusCode >= 500 {
			return resp, fmt.Errorf("busy: %s", resp.Status) // want `response resp is returned together with an error, and backoff.Retry forgets`
		}
		return resp, nil
	}, backoff.WithMaxTries(5))
}

// A method in its place.
type client struct{ url string }

func (c *client) once() (*http.Response, error) {
	resp, err := http.Get(c.url)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return resp, fmt.Errorf("busy: %s", resp.Status) // want `response resp is returned together with an error`
	}
	return resp, nil
}

func (c *client) method(ctx context.Context) (*http.Response, error) {
	return backoff.Retry(ctx, c.once, backoff.WithMaxTries(5))
}

// Right: closed before.
func closes(ctx context.Context, url string) (*http.Response, error) {
	return backoff.Retry(ctx, func() (*http.Response, error) {
		resp, err := http.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode >= 500 {
			resp.Body.Close()
			return resp, fmt.Errorf("busy: %s", resp.Status)
		}
		return resp, nil
	}, backoff.WithMaxTries(5))
}

// Right: only the final one is handed out with an error.
func final(ctx context.Context, url string) (*http.Response, error) {
	return backoff.Retry(ctx, func() (*http.Response, error) {
		resp, err := http.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode >= 400 {
			return resp, backoff.Permanent(fmt.Errorf("refused: %s", resp.Status))
		}
		return resp, nil
	}, backoff.WithMaxTries(5))
}
