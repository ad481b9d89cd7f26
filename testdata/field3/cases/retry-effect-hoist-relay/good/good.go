// Package good sends hoist commands through a transport that repeats requests after 502 and
// 504. Each clone gets a body of its own, and a request that cannot give one is sent once.
package good

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
	for n := 1; ; n++ {
		out := req.Clone(req.Context())
		out.Header.Set("X-Try", string(rune('0'+n)))
		if n > 1 && req.GetBody != nil {
			body, err := req.GetBody()
			if err != nil {
				return nil, err
			}
			out.Body = body
		}
		resp, err := a.Next.RoundTrip(out)
		if err != nil || !broken(resp.StatusCode) || n >= a.Tries || (hasBody(req) && req.GetBody == nil) {
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

func hasBody(req *http.Request) bool { return req.Body != nil && req.Body != http.NoBody }

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
