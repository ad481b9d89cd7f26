// Package good is a transport that signs requests and repeats those a busy server turns away with 429.
// Each clone gets a body of its own from GetBody; a request that cannot give one is sent once.
package good

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const attempts = 4

// Signer puts a signature on a request.
type Signer func(*http.Request) error

// Transport signs and repeats.
type Transport struct {
	next http.RoundTripper
	sign Signer
}

// NewTransport wraps next.
func NewTransport(next http.RoundTripper, sign Signer) *Transport {
	return &Transport{next: next, sign: sign}
}

// RoundTrip implements http.RoundTripper. The server looks at nothing before it answers 429.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		out := req.Clone(req.Context())
		if n > 1 && req.GetBody != nil {
			body, err := req.GetBody()
			if err != nil {
				return nil, err
			}
			out.Body = body
		}
		if err := t.sign(out); err != nil {
			return nil, err
		}
		resp, err := t.next.RoundTrip(out)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == attempts {
			return resp, err
		}
		if req.Body != nil && req.Body != http.NoBody && req.GetBody == nil {
			return resp, nil
		}
		pause := time.Second
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			pause = min(time.Duration(s)*time.Second, 10*time.Second)
		}
		resp.Body.Close()
		select {
		case <-req.Context().Done():
			return nil, req.Context().Err()
		case <-time.After(pause + rand.N(200*time.Millisecond)):
		}
	}
}
