// Package stubborn has an HTTP transport that repeats GET requests.
package stubborn

import (
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

const (
	tries = 3
	pause = 400 * time.Millisecond
	// TryTimeout is how long one try waits for an answer.
	TryTimeout = 5 * time.Second

	dialTimeout = time.Second
)

// NewTransport returns the transport.
func NewTransport() http.RoundTripper {
	return &transport{next: &http.Transport{
		DialContext:           (&net.Dialer{Timeout: dialTimeout}).DialContext,
		TLSHandshakeTimeout:   dialTimeout,
		ResponseHeaderTimeout: TryTimeout,
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       90 * time.Second,
	}}
}

type transport struct {
	next http.RoundTripper
}

// RoundTrip repeats GET requests that got no answer.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := t.next.RoundTrip(req) // OR retry-timeout
		if err == nil || n == tries || req.Method != http.MethodGet || req.Body != nil || req.Context().Err() != nil {
			return resp, err
		}
		timer := time.NewTimer(pause/2 + rand.N(pause/2))
		select {
		case <-timer.C:
		case <-req.Context().Done():
			timer.Stop()
			return nil, err
		}
	}
}
