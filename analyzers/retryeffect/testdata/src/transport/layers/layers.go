// Package layers has transports that are put around one another.
package layers

import (
	"net/http"
	"time"

	"github.com/google/uuid"
)

type Func func(*http.Request) (*http.Response, error)

func (f Func) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// Key gives every request a key.
func Key(next http.RoundTripper) http.RoundTripper {
	return Func(func(req *http.Request) (*http.Response, error) {
		keyed := req.Clone(req.Context())
		keyed.Header.Set("Idempotency-Key", uuid.NewString())
		return next.RoundTrip(keyed)
	})
}

// Again sends a request up to tries times.
func Again(next http.RoundTripper, tries int) http.RoundTripper {
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
			again := err != nil || resp.StatusCode >= 502
			replayable := req.Body == nil || req.GetBody != nil
			if !again || !replayable || n == tries || req.Context().Err() != nil {
				return resp, err
			}
			if resp != nil {
				resp.Body.Close()
			}
			time.Sleep(time.Second)
		}
	})
}

// Careful sends a request again if its method says that it may.
func Careful(next http.RoundTripper, tries int) http.RoundTripper {
	return Func(func(req *http.Request) (*http.Response, error) {
		for n := 1; ; n++ {
			resp, err := next.RoundTrip(req)
			if err == nil || n == tries || !may(req) {
				return resp, err
			}
			time.Sleep(time.Second)
		}
	})
}

func may(req *http.Request) bool { return req.Method == http.MethodGet }

// Refused sends a request again that the server did not take.
func Refused(next http.RoundTripper, tries int) http.RoundTripper {
	return Func(func(req *http.Request) (*http.Response, error) {
		for n := 1; ; n++ {
			resp, err := next.RoundTrip(req)
			if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == tries {
				return resp, err
			}
			resp.Body.Close()
			time.Sleep(time.Second)
		}
	})
}
