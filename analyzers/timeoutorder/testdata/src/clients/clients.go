// Package clients has clients that try again by themselves, and requests with a limit.
package clients

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func hangs(ctx context.Context) error {
	c := retryablehttp.NewClient()
	c.HTTPClient.Timeout = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://walls/", nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req) // want `one attempt inside may take 10s, set at clients.go:\d+, as long as the whole call with its deadline of 5s`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func short(ctx context.Context) error {
	c := retryablehttp.NewClient()
	c.HTTPClient.Timeout = time.Second
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://walls/", nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type walls struct{ c *retryablehttp.Client }

func newWalls() *walls {
	c := retryablehttp.NewClient()
	c.HTTPClient.Timeout = 10 * time.Second
	return &walls{c}
}

// It serves requests that have more time too.
func (w *walls) hurried(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://walls/", nil)
	if err != nil {
		return err
	}
	resp, err := w.c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
