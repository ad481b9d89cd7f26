// Package bad lights street lanterns over HTTP through a transport that repeats requests after
// a bad gateway. It sends the very same request again, whose body was read and closed by the
// first round trip: the repeated PUT carries no settings.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// steady repeats idempotent requests.
type steady struct {
	next  http.RoundTripper
	tries int
	pause time.Duration
}

// RoundTrip implements http.RoundTripper.
func (s *steady) RoundTrip(req *http.Request) (*http.Response, error) {
	for try := 1; ; try++ {
		resp, err := s.next.RoundTrip(req) // EXPECT retry-effect
		if err != nil || try == s.tries || !again(req.Method, resp.StatusCode) {
			return resp, err
		}
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 4<<10))
		resp.Body.Close()
		t := time.NewTimer(s.pause + rand.N(s.pause))
		select {
		case <-t.C:
		case <-req.Context().Done():
			t.Stop()
			return nil, req.Context().Err()
		}
	}
}

func again(method string, status int) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		return status == http.StatusBadGateway || status == http.StatusServiceUnavailable
	}
	return false
}

// Setting is how a lantern burns.
type Setting struct {
	Level  int    `json:"level"`
	Colour string `json:"colour"`
}

// Street is a client of the lighting service.
type Street struct {
	base string
	hc   *http.Client
}

// NewStreet returns a client of the service at base.
func NewStreet(base string) *Street {
	rt := &steady{next: http.DefaultTransport, tries: 3, pause: 300 * time.Millisecond}
	return &Street{base: base, hc: &http.Client{Transport: rt, Timeout: 15 * time.Second}}
}

// Set changes one lantern.
func (s *Street) Set(ctx context.Context, lantern string, to Setting) error {
	raw, err := json.Marshal(to)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.base+"/lanterns/"+url.PathEscape(lantern), bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req) // OR retry-effect
	if err != nil {
		return fmt.Errorf("set lantern %s: %w", lantern, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("set lantern %s: %s", lantern, resp.Status)
	}
	return nil
}
