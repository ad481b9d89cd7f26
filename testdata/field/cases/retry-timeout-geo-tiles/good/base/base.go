// Package base builds the HTTP client that all map clients share.
package base

import (
	"math/rand/v2"
	"net/http"
	"time"
)

const attempts = 4

type persistent struct{ next http.RoundTripper }

// Persistent repeats requests without a body that fail or meet a 5xx.
func Persistent(next http.RoundTripper) http.RoundTripper {
	return persistent{next}
}

// Client returns a client that is already persistent.
func Client() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = 3 * time.Second
	return &http.Client{Transport: Persistent(t)}
}

func (p persistent) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := p.next.RoundTrip(req)
		if err == nil && resp.StatusCode < 500 || req.Body != nil || n == attempts || req.Context().Err() != nil {
			return resp, err
		}
		if resp != nil {
			resp.Body.Close()
		}
		pause := 100 * time.Millisecond << n
		select {
		case <-req.Context().Done():
			return nil, req.Context().Err()
		case <-time.After(pause/2 + rand.N(pause)):
		}
	}
}
