// Package steady is an HTTP transport that repeats failed requests.
package steady

import (
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

// Transport tries a request up to three times.
type Transport struct {
	next  http.RoundTripper
	tries int
}

// New returns a Transport that gives a server twelve seconds at most to begin its answer.
func New() *Transport {
	next := http.DefaultTransport.(*http.Transport).Clone()
	next.DialContext = (&net.Dialer{Timeout: 3 * time.Second}).DialContext
	next.TLSHandshakeTimeout = 3 * time.Second
	next.ResponseHeaderTimeout = 6 * time.Second
	return &Transport{next: next, tries: 3}
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ { // OR retry-effect
		resp, err := t.next.RoundTrip(req) // EXPECT retry-effect
		failed := err != nil || resp.StatusCode >= 500
		if !failed || n == t.tries || req.Context().Err() != nil || !replayable(req) {
			return resp, err
		}
		if resp != nil {
			resp.Body.Close()
		}
		select {
		case <-req.Context().Done():
			return nil, req.Context().Err()
		case <-time.After(200*time.Millisecond<<n + rand.N(200*time.Millisecond)):
		}
		next := req.Clone(req.Context())
		if req.GetBody != nil {
			if next.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		req = next
	}
}

// replayable reports whether the body of req can be sent again.
func replayable(req *http.Request) bool {
	return req.Body == nil || req.Body == http.NoBody || req.GetBody != nil // OR retry-effect
}
