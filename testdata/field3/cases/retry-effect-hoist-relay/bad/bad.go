// Package bad sends hoist commands through a transport that repeats requests after 502 and 504.
// The command is a PUT and may be repeated, but all clones share the body of the first, which
// the first round trip has read and closed.
package bad

import (
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// Again is a transport that repeats.
type Again struct {
	Next  http.RoundTripper
	Tries int
	Wait  time.Duration
}

// RoundTrip implements http.RoundTripper.
func (a *Again) RoundTrip(req *http.Request) (*http.Response, error) {
	if !repeatable(req.Method) {
		return a.Next.RoundTrip(req)
	}
	for n := 1; ; n++ { // OR retry-effect
		out := req.Clone(req.Context()) // OR retry-effect
		out.Header.Set("X-Try", string(rune('0'+n)))
		resp, err := a.Next.RoundTrip(out) // EXPECT retry-effect
		if err != nil || !broken(resp.StatusCode) || n >= a.Tries {
			return resp, err
		}
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 4096))
		resp.Body.Close()
		t := time.NewTimer(a.Wait + rand.N(a.Wait))
		select {
		case <-t.C:
		case <-req.Context().Done():
			t.Stop()
			return nil, req.Context().Err()
		}
	}
}

func repeatable(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		return true
	}
	return false
}

func broken(status int) bool {
	return status == http.StatusBadGateway || status == http.StatusGatewayTimeout
}
