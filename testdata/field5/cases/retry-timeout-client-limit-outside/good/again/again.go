// Package again repeats reads that got no answer.
package again

import (
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// Transport sends GET and HEAD requests up to Tries times.
type Transport struct {
	Next  http.RoundTripper
	Tries int
	Pause time.Duration
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		return t.Next.RoundTrip(req)
	}
	for n := 1; ; n++ {
		resp, err := t.Next.RoundTrip(req)
		if n == t.Tries || req.Context().Err() != nil || err == nil && resp.StatusCode < 500 {
			return resp, err
		}
		if err == nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 32<<10))
			resp.Body.Close()
		}
		select {
		case <-time.After(t.Pause + rand.N(t.Pause)):
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
}
