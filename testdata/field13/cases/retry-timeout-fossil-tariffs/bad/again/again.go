// Package again repeats safe requests below an http.Client.
package again

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// Transport repeats GET requests that failed or were answered with 429 or 5xx.
type Transport struct {
	Next    http.RoundTripper
	Tries   int
	PerTry  time.Duration // limit of a single try, answer included
	Longest time.Duration // longest pause between two tries
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet {
		return t.Next.RoundTrip(req)
	}
	for try := 1; ; try++ {
		resp, err := t.once(req) // OR retry-timeout
		again := err != nil || resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500
		if !again || try == t.Tries || req.Context().Err() != nil {
			return resp, err
		}
		pause := time.NewTimer(t.Longest/2 + rand.N(t.Longest/2))
		select {
		case <-pause.C:
		case <-req.Context().Done():
			pause.Stop()
			return nil, req.Context().Err()
		}
	}
}

// once makes one try and reads the whole answer under the limit of the try.
func (t *Transport) once(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), t.PerTry)
	defer cancel()
	resp, err := t.Next.RoundTrip(req.Clone(ctx))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(raw))
	return resp, nil
}
