// Package ok talks to a scale that restarts its small server after each weighing. A refused connection
// is tried once more after a moment. Refusals come at once, so the client's limit is still one answer's.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"syscall"
	"time"
)

type knock struct{ next http.RoundTripper }

// RoundTrip knocks a second time when the scale has just closed its door.
func (k knock) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := k.next.RoundTrip(req)
	if !errors.Is(err, syscall.ECONNREFUSED) || req.Body != nil {
		return resp, err
	}
	t := time.NewTimer(100*time.Millisecond + rand.N(100*time.Millisecond))
	defer t.Stop()
	select {
	case <-req.Context().Done():
		return nil, errors.Join(req.Context().Err(), err)
	case <-t.C:
	}
	return k.next.RoundTrip(req)
}

// Scale weighs.
type Scale struct {
	url    string
	client *http.Client
}

// NewScale returns the scale at url.
func NewScale(url string) *Scale {
	return &Scale{url: url, client: &http.Client{Transport: knock{http.DefaultTransport}, Timeout: 3 * time.Second}}
}

// Grams returns what lies on the scale.
func (s *Scale) Grams(ctx context.Context) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/grams", nil)
	if err != nil {
		return 0, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	var g int
	_, err = fmt.Fscan(resp.Body, &g)
	return g, err
}
