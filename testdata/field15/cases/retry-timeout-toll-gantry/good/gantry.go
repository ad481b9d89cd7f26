// Package gantry reads the price tables of the toll gantries on a motorway.
package gantry

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"time"
)

const (
	clientTimeout = 30 * time.Second
	dialTimeout   = time.Second
	answerTimeout = 4 * time.Second
	maxTries      = 4 // with pauses of at most 5.1s in all
)

// repeater is a transport that sends a GET again when a gantry does not answer.
type repeater struct {
	next  http.RoundTripper
	tries int
}

// RoundTrip sends req up to t.tries times.
func (t *repeater) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet {
		return t.next.RoundTrip(req)
	}
	for n := 1; ; n++ {
		resp, err := t.next.RoundTrip(req)
		if n == t.tries || req.Context().Err() != nil || err == nil && resp.StatusCode < 500 {
			return resp, err
		}
		if err == nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
			resp.Body.Close()
		}
		pause := 300*time.Millisecond<<n + rand.N(300*time.Millisecond)
		select {
		case <-time.After(pause):
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
}

// Table maps vehicle classes to cents.
type Table map[string]int

// Reader reads price tables.
type Reader struct {
	client *http.Client
}

// NewReader returns a Reader that bears with slow gantries.
func NewReader() *Reader {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.DialContext = (&net.Dialer{Timeout: dialTimeout}).DialContext
	base.ResponseHeaderTimeout = answerTimeout
	return &Reader{client: &http.Client{
		Timeout:   clientTimeout,
		Transport: &repeater{next: base, tries: maxTries},
	}}
}

// Table returns the prices of one gantry.
func (r *Reader) Table(ctx context.Context, gantry *url.URL) (Table, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, gantry.JoinPath("prices").String(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("prices of %s: %w", gantry.Host, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("prices of %s: %s", gantry.Host, resp.Status)
	}
	var t Table
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&t); err != nil {
		return nil, fmt.Errorf("prices of %s: %w", gantry.Host, err)
	}
	return t, nil
}
