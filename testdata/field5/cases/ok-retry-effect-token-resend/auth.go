// Package ok is an HTTP transport that adds access tokens.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// TokenSource hands out tokens. Renew forces a new one.
type TokenSource interface {
	Token(ctx context.Context) (string, error)
	Renew(ctx context.Context, stale string) (string, error)
}

// Transport authenticates requests. A request that the server turned away with 401 was not
// carried out and is sent once more with a new token.
type Transport struct {
	Base   http.RoundTripper
	Tokens TokenSource

	mu      sync.Mutex
	renewed time.Time
}

// LastRenewal tells when a token was last replaced.
func (t *Transport) LastRenewal() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.renewed
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	tok, err := t.Tokens.Token(ctx)
	if err != nil {
		return nil, closed(req, fmt.Errorf("token: %w", err))
	}
	resp, err := t.Base.RoundTrip(with(req, tok, req.Body))
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	if req.Body != nil && req.Body != http.NoBody && req.GetBody == nil {
		return resp, nil
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 16<<10))
	resp.Body.Close()
	if tok, err = t.Tokens.Renew(ctx, tok); err != nil {
		return nil, fmt.Errorf("renew token: %w", err)
	}
	t.mu.Lock()
	t.renewed = time.Now()
	t.mu.Unlock()
	body := req.Body
	if req.GetBody != nil {
		if body, err = req.GetBody(); err != nil {
			return nil, fmt.Errorf("rewind body: %w", err)
		}
	}
	return t.Base.RoundTrip(with(req, tok, body))
}

func with(req *http.Request, tok string, body io.ReadCloser) *http.Request {
	out := req.Clone(req.Context())
	out.Body = body
	out.Header.Set("Authorization", "Bearer "+tok)
	return out
}

func closed(req *http.Request, err error) error {
	if req.Body == nil {
		return err
	}
	return errors.Join(err, req.Body.Close())
}
