// Package transports has clients around transports of its own that try again.
package transports

import (
	"context"
	"net/http"
	"time"
)

type again struct{ next http.RoundTripper }

func (t *again) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = t.next.RoundTrip(r); err == nil {
			return resp, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}

func client() *http.Client {
	return &http.Client{
		Transport: &again{next: http.DefaultTransport},
		Timeout:   5 * time.Second, // want `the transport made at transports.go:\d+ tries up to 3 times, and this limit covers all attempts, while nothing limits one: the first that hangs leaves the others no time; limit each attempt in the transport`
	}
}

func plain() *http.Client {
	return &http.Client{
		Transport: &again{next: &http.Transport{MaxIdleConns: 10}},
		Timeout:   5 * time.Second, // want `this limit covers all attempts, while nothing limits one`
	}
}

// One answer has a limit.
func limited() *http.Client {
	return &http.Client{
		Transport: &again{next: &http.Transport{ResponseHeaderTimeout: time.Second}},
		Timeout:   5 * time.Second,
	}
}

// What it sends by is not in sight.
func given(next http.RoundTripper) *http.Client {
	return &http.Client{Transport: &again{next: next}, Timeout: 5 * time.Second}
}

// busy tries again after an answer that is there.
type busy struct{ next http.RoundTripper }

func (t *busy) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	for range 3 {
		resp, err = t.next.RoundTrip(r)
		if err != nil || resp.StatusCode != http.StatusServiceUnavailable {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}

func patient() *http.Client {
	return &http.Client{Transport: &busy{next: http.DefaultTransport}, Timeout: 5 * time.Second}
}

// each limits each attempt.
type each struct{ next http.RoundTripper }

func (t *each) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = t.once(r); err == nil {
			return resp, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}

func (t *each) once(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	return t.next.RoundTrip(r.WithContext(ctx))
}

func cut() *http.Client {
	return &http.Client{Transport: &each{next: http.DefaultTransport}, Timeout: 5 * time.Second}
}
