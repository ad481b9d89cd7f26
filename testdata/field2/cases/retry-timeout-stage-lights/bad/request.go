// Package bad sends requests to the lighting desk of a theatre.
// The limit of an attempt is put on the request's stored context, which the next attempt derives
// its own from: the deadlines pile up and the first one ends them all.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

const maxAttempts = 5

// Request is one question to the desk, built step by step.
type Request struct {
	ctx     context.Context
	client  *http.Client
	base    string
	path    string
	timeout time.Duration
}

// Desk makes requests.
type Desk struct {
	client *http.Client
	base   string
}

// Get starts a request for a path.
func (d *Desk) Get(ctx context.Context, path ...string) *Request {
	return &Request{ctx: ctx, client: d.client, base: d.base, path: strings.Join(path, "/")}
}

// Timeout limits each attempt.
func (r *Request) Timeout(d time.Duration) *Request {
	r.timeout = d
	return r
}

// Do asks until the desk has an answer.
func (r *Request) Do() ([]byte, error) {
	var last error
	for attempt := range maxAttempts { // OR retry-timeout
		if attempt > 0 {
			if err := pause(r.ctx, attempt); err != nil {
				return nil, errors.Join(err, last)
			}
		}
		body, again, err := r.once() // OR retry-timeout
		if err == nil {
			return body, nil
		}
		last = err
		if !again {
			break
		}
	}
	return nil, fmt.Errorf("desk: %s: %w", r.path, last)
}

func (r *Request) once() (body []byte, again bool, err error) { // OR retry-timeout
	if r.timeout > 0 {
		var cancel context.CancelFunc
		r.ctx, cancel = context.WithTimeout(r.ctx, r.timeout) // EXPECT retry-timeout
		defer cancel()
	}
	req, err := http.NewRequestWithContext(r.ctx, http.MethodGet, r.base+"/"+r.path, nil)
	if err != nil {
		return nil, false, err
	}
	resp, err := r.client.Do(req) // OR retry-timeout
	if err != nil {
		return nil, true, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return nil, true, errors.New(resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, false, errors.New(resp.Status)
	}
	body, err = io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return body, err != nil, err
}

func pause(ctx context.Context, attempt int) error {
	d := 50 * time.Millisecond << min(attempt, 5)
	t := time.NewTimer(d/2 + rand.N(d))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
