// Package good is the transport of a recipe editor. It repeats PUT and GET requests that met
// a server in trouble, and draws the body afresh from GetBody for every try.
package good

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// Patient repeats requests that are safe to repeat.
type Patient struct {
	next  http.RoundTripper
	tries int
	base  time.Duration
	most  time.Duration
}

// Client returns a client whose requests are tried up to three times, fifty seconds in all.
func Client() *http.Client {
	wire := http.DefaultTransport.(*http.Transport).Clone()
	wire.ResponseHeaderTimeout = 12 * time.Second
	rt := &Patient{next: wire, tries: 3, base: 300 * time.Millisecond, most: 3 * time.Second}
	return &http.Client{Transport: rt, Timeout: 50 * time.Second}
}

// repeatable tells whether a request may be sent more than once.
func repeatable(req *http.Request) bool {
	if req.Method != http.MethodGet && req.Method != http.MethodPut {
		return false
	}
	return req.Body == nil || req.Body == http.NoBody || req.GetBody != nil
}

// RoundTrip implements http.RoundTripper.
func (p *Patient) RoundTrip(req *http.Request) (*http.Response, error) {
	if !repeatable(req) {
		return p.next.RoundTrip(req)
	}
	if req.Body != nil {
		defer req.Body.Close()
	}
	for try := 1; ; try++ {
		out, err := fresh(req)
		if err != nil {
			return nil, err
		}
		resp, err := p.next.RoundTrip(out)
		if try == p.tries || !trouble(resp, err) || req.Context().Err() != nil {
			return resp, err
		}
		if resp != nil {
			io.Copy(io.Discard, io.LimitReader(resp.Body, 16<<10))
			resp.Body.Close()
		}
		if err := p.pause(req.Context(), try); err != nil {
			return nil, err
		}
	}
}

// fresh clones the request with a body that nobody has read.
func fresh(req *http.Request) (*http.Request, error) {
	out := req.Clone(req.Context())
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, fmt.Errorf("renew body: %w", err)
		}
		out.Body = body
	}
	return out, nil
}

func trouble(resp *http.Response, err error) bool {
	return err != nil || resp.StatusCode == http.StatusBadGateway || resp.StatusCode == http.StatusServiceUnavailable
}

func (p *Patient) pause(ctx context.Context, try int) error {
	d := min(p.base<<try, p.most)
	timer := time.NewTimer(d/2 + rand.N(d/2))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
