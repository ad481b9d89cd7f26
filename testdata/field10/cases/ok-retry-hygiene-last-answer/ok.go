// Package ok is a transport that puts reads again while a library's catalogue is overloaded.
// It closes the bodies of the answers it throws away and leaves that of the last one open, even if
// that is an error too: this is no leak, for a transport's caller closes what it is given.
package ok

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	maxAttempts = 4
	firstPause  = 200 * time.Millisecond
	drainLimit  = 64 << 10
)

var errOverloaded = errors.New("catalogue is overloaded")

// Patient is an http.RoundTripper around another one.
type Patient struct{ next http.RoundTripper }

// NewClient returns a client that reads through a Patient transport.
func NewClient() *http.Client {
	return &http.Client{Transport: &Patient{next: http.DefaultTransport}, Timeout: 30 * time.Second}
}

// RoundTrip implements http.RoundTripper.
func (p *Patient) RoundTrip(req *http.Request) (*http.Response, error) {
	if !repeatable(req) {
		return p.next.RoundTrip(req)
	}
	ctx := req.Context()
	for attempt := 1; ; attempt++ {
		resp, err := p.next.RoundTrip(req)
		if err != nil || attempt == maxAttempts || !overloaded(resp.StatusCode) {
			return resp, err
		}
		drain(resp.Body)
		d := firstPause << (attempt - 1)
		timer := time.NewTimer(d/2 + rand.N(d))
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, fmt.Errorf("attempt %d: %w", attempt, errors.Join(ctx.Err(), errOverloaded))
		case <-timer.C:
		}
	}
}

// repeatable holds for reads without a body: nothing is used up by an attempt.
func repeatable(req *http.Request) bool {
	return (req.Method == http.MethodGet || req.Method == http.MethodHead) &&
		(req.Body == nil || req.Body == http.NoBody)
}

func overloaded(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

// drain reads a little of the body, so that the connection can be used again, and closes it.
func drain(body io.ReadCloser) {
	_, _ = io.Copy(io.Discard, io.LimitReader(body, drainLimit))
	_ = body.Close()
}
