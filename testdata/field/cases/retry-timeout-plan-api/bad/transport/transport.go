// Package transport is an http.RoundTripper that repeats requests that only read.
package transport

import (
	"math/rand/v2"
	"net/http"
	"time"
)

// Transport repeats GET and HEAD on transport errors and on 502, 503, 504.
type Transport struct {
	next     http.RoundTripper
	attempts int
	pause    time.Duration
}

// Option changes a Transport.
type Option func(*Transport)

// Attempts sets how often a request is sent at most.
func Attempts(n int) Option { return func(t *Transport) { t.attempts = n } }

// Pause sets the shortest pause between two attempts; the longest is twice that.
func Pause(d time.Duration) Option { return func(t *Transport) { t.pause = d } }

// New returns a Transport that waits up to headers for the headers of a response.
func New(headers time.Duration, opts ...Option) *Transport {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.ResponseHeaderTimeout = headers
	t := &Transport{next: base, attempts: 3, pause: 100 * time.Millisecond}
	for _, o := range opts {
		o(t)
	}
	return t
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		return t.next.RoundTrip(req)
	}
	for n := 1; ; n++ {
		resp, err := t.next.RoundTrip(req) // OR retry-timeout
		if n == t.attempts || req.Context().Err() != nil || err == nil && resp.StatusCode < 502 {
			return resp, err
		}
		if err == nil {
			resp.Body.Close()
		}
		select {
		case <-req.Context().Done():
			return nil, req.Context().Err()
		case <-time.After(t.pause + rand.N(t.pause)):
		}
	}
}
