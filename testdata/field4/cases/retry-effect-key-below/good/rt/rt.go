// Package rt has the layers of which HTTP clients are put together.
package rt

import (
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// Func is a function as a RoundTripper.
type Func func(*http.Request) (*http.Response, error)

// RoundTrip calls f.
func (f Func) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// Key gives every request that has none an Idempotency-Key.
func Key(next http.RoundTripper) http.RoundTripper {
	return Func(func(req *http.Request) (*http.Response, error) {
		if req.Header.Get("Idempotency-Key") != "" {
			return next.RoundTrip(req)
		}
		keyed := req.Clone(req.Context())
		keyed.Header.Set("Idempotency-Key", uuid.NewString())
		return next.RoundTrip(keyed)
	})
}

// Retry sends a request up to tries times while the server is out of order.
func Retry(next http.RoundTripper, tries int) http.RoundTripper {
	return Func(func(req *http.Request) (*http.Response, error) {
		for n := 1; ; n++ {
			try := req.Clone(req.Context())
			if req.GetBody != nil {
				body, err := req.GetBody()
				if err != nil {
					return nil, err
				}
				try.Body = body
			}
			resp, err := next.RoundTrip(try)
			again := err != nil || resp.StatusCode >= 502 && resp.StatusCode <= 504
			replayable := req.Body == nil || req.GetBody != nil
			if !again || !replayable || n == tries || req.Context().Err() != nil {
				return resp, err
			}
			if resp != nil {
				_, _ = io.CopyN(io.Discard, resp.Body, 4<<10)
				resp.Body.Close()
			}
			t := time.NewTimer(time.Duration(n)*300*time.Millisecond + rand.N(300*time.Millisecond))
			select {
			case <-t.C:
			case <-req.Context().Done():
				t.Stop()
				return nil, req.Context().Err()
			}
		}
	})
}
