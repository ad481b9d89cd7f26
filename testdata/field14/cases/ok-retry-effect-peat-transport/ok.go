// Package ok is the transport of the clients of a peat works. It repeats requests with a body, but
// only those with idempotent methods, and each attempt reads the body from its beginning
// because GetBody hands out a new one.
package ok

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// Repeating is a transport that repeats what may be repeated.
type Repeating struct {
	next  http.RoundTripper
	tries int
	pause time.Duration
}

// NewClient returns a client with a limit for all attempts together.
func NewClient() *http.Client {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.ResponseHeaderTimeout = 4 * time.Second
	return &http.Client{
		Transport: &Repeating{next: tr, tries: 3, pause: 250 * time.Millisecond},
		Timeout:   30 * time.Second,
	}
}

// RoundTrip implements http.RoundTripper.
func (t *Repeating) RoundTrip(req *http.Request) (*http.Response, error) {
	if !repeatable(req) {
		return t.next.RoundTrip(req)
	}
	ctx := req.Context()
	for try := 1; ; try++ {
		again, err := fresh(req, try)
		if err != nil {
			return nil, err
		}
		resp, err := t.next.RoundTrip(again)
		if try == t.tries || ctx.Err() != nil || (err == nil && resp.StatusCode < 502) {
			return resp, err
		}
		if err == nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 16<<10))
			resp.Body.Close()
		}
		timer := time.NewTimer(t.pause<<(try-1) + rand.N(t.pause))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, errors.Join(ctx.Err(), err)
		}
	}
}

func repeatable(req *http.Request) bool {
	switch req.Method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		return req.Body == nil || req.Body == http.NoBody || req.GetBody != nil
	}
	return false
}

// fresh returns req for the first try and a copy with an unread body for later ones.
func fresh(req *http.Request, try int) (*http.Request, error) {
	if try == 1 {
		return req, nil
	}
	again := req.Clone(req.Context())
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, fmt.Errorf("read body again: %w", err)
		}
		again.Body = body
	}
	return again, nil
}
