// Package steady provides a transport that does not give up at the first failure.
package steady

import (
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// MaxPause is the longest pause between two tries.
const MaxPause = 2 * time.Second

// Transport sends GET requests up to Tries times, everything else once.
type Transport struct {
	Base  http.RoundTripper
	Tries int
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	pause := MaxPause / 8
	for n := 1; ; n++ {
		resp, err := t.Base.RoundTrip(req)
		if n >= t.Tries || req.Method != http.MethodGet || req.Context().Err() != nil {
			return resp, err
		}
		if err == nil {
			if resp.StatusCode < 500 {
				return resp, nil
			}
			_, _ = io.CopyN(io.Discard, resp.Body, 4<<10)
			resp.Body.Close()
		}
		select {
		case <-req.Context().Done():
			return nil, req.Context().Err()
		case <-time.After(pause/2 + rand.N(pause/2)):
		}
		pause = min(2*pause, MaxPause)
	}
}
