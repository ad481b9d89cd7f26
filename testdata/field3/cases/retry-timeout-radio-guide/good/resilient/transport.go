// Package resilient is a transport that tries again.
package resilient

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// Transport repeats GET requests that got no answer.
type Transport struct {
	Next       http.RoundTripper
	PerAttempt time.Duration
	Retries    int
	MaxPause   time.Duration
}

type closer struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (c closer) Close() error {
	defer c.cancel()
	return c.ReadCloser.Close()
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet {
		return t.Next.RoundTrip(req)
	}
	for left := t.Retries; ; left-- {
		ctx, cancel := context.WithTimeout(req.Context(), t.PerAttempt)
		resp, err := t.Next.RoundTrip(req.Clone(ctx))
		if err == nil {
			resp.Body = closer{resp.Body, cancel}
			return resp, nil
		}
		cancel()
		if left <= 0 || req.Context().Err() != nil {
			return nil, err
		}
		timer := time.NewTimer(t.MaxPause/2 + rand.N(t.MaxPause/2))
		select {
		case <-req.Context().Done():
			timer.Stop()
			return nil, errors.Join(req.Context().Err(), err)
		case <-timer.C:
		}
	}
}
