// Package dep repeats functions, and is a client that repeats requests.
package dep

import (
	"context"
	"errors"
	"net/http"
	"time"
)

type final struct{ error }

// Final marks an error that is not repeated.
func Final(err error) error { return final{err} }

// Run calls fn up to max times while ctx lasts.
func Run(ctx context.Context, max int, fn func(context.Context) error) error {
	for n := 1; ; n++ {
		err := fn(ctx)
		var f final
		if err == nil || n >= max || ctx.Err() != nil || errors.As(err, &f) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// Settings of a client.
type Settings struct {
	URL     string
	Timeout time.Duration // of one request
	Whole   time.Duration
}

// Client asks a register.
type Client struct {
	s    Settings
	http *http.Client
}

func New(s Settings) *Client { return &Client{s: s, http: &http.Client{Timeout: s.Timeout}} }

// Find asks up to three times.
func (c *Client) Find(ctx context.Context, id string) error {
	var err error
	for n := 0; n < 3; n++ {
		if err = c.get(ctx, id); err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

func (c *Client) get(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.s.URL+id, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Transport repeats requests that got no answer.
type Transport struct {
	Next       http.RoundTripper
	PerAttempt time.Duration
	Pause      time.Duration
	Retries    int
}

func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	for left := t.Retries; ; left-- {
		ctx, cancel := context.WithTimeout(req.Context(), t.PerAttempt)
		resp, err := t.Next.RoundTrip(req.Clone(ctx))
		cancel()
		if err == nil || left <= 0 || req.Context().Err() != nil {
			return resp, err
		}
		time.Sleep(t.Pause)
	}
}
