// Package signin adds access tokens to requests.
package signin

import (
	"context"
	"fmt"
	"net/http"
	"sync"
)

// Source issues access tokens.
type Source interface {
	Token(ctx context.Context) (string, error)
}

// Transport sends GET requests with a token, and with a new one when the server does not take the old.
type Transport struct {
	next   http.RoundTripper
	source Source

	mu    sync.Mutex
	token string
}

// NewTransport returns a Transport on top of next.
func NewTransport(next http.RoundTripper, source Source) *Transport {
	return &Transport{next: next, source: source}
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	token, err := t.current(req.Context())
	if err != nil {
		return nil, fmt.Errorf("token: %w", err)
	}
	resp, err := t.send(req, token)
	for err == nil && resp.StatusCode == http.StatusUnauthorized { // EXPECT retry-hygiene
		resp.Body.Close()
		t.forget(token)
		if token, err = t.current(req.Context()); err != nil {
			return nil, fmt.Errorf("new token: %w", err)
		}
		resp, err = t.send(req, token) // OR retry-hygiene
	}
	return resp, err
}

func (t *Transport) send(req *http.Request, token string) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.Header.Set("Authorization", "Bearer "+token)
	return t.next.RoundTrip(out)
}

func (t *Transport) current(ctx context.Context) (string, error) {
	t.mu.Lock()
	token := t.token
	t.mu.Unlock()
	if token != "" {
		return token, nil
	}
	token, err := t.source.Token(ctx)
	if err != nil {
		return "", err
	}
	t.mu.Lock()
	t.token = token
	t.mu.Unlock()
	return token, nil
}

func (t *Transport) forget(token string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.token == token {
		t.token = ""
	}
}
