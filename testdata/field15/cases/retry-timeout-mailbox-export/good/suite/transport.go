// Package suite knows the manners of the office suite's API: it throttles often, and says
// how long to stay away.
package suite

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	maxTries = 5
	longest  = 30 * time.Second
)

// Transport repeats throttled and failed reads.
type Transport struct{ next http.RoundTripper }

// NewTransport wraps next, or a transport of its own if next is nil.
func NewTransport(next http.RoundTripper) *Transport {
	if next == nil {
		tr := http.DefaultTransport.(*http.Transport).Clone()
		tr.ResponseHeaderTimeout = 20 * time.Second
		next = tr
	}
	return &Transport{next: next}
}

// RoundTrip sends the request; anything but a GET is sent once.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	for try := 1; ; try++ {
		resp, err := t.next.RoundTrip(req)
		if try == maxTries || req.Method != http.MethodGet || req.Context().Err() != nil || !again(resp, err) {
			return resp, err
		}
		d := pause(resp, try)
		if resp != nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 16<<10))
			resp.Body.Close()
		}
		select {
		case <-req.Context().Done():
			return nil, fmt.Errorf("gave up after %d tries: %w", try, errors.Join(req.Context().Err(), err))
		case <-time.After(d):
		}
	}
}

func again(resp *http.Response, err error) bool {
	return err != nil || resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500
}

// pause follows the Retry-After header within reason.
func pause(resp *http.Response, try int) time.Duration {
	d := time.Second << try
	if resp != nil {
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s > 0 {
			d = time.Duration(s) * time.Second
		}
	}
	return min(d, longest) + rand.N(time.Second)
}
