// Package carrier calls a parcel carrier's API, which wants a short-lived token.
package carrier

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const early = 30 * time.Second

// Tokens gets tokens and keeps them until shortly before they expire.
type Tokens struct {
	client   *http.Client
	endpoint string
	id       string
	secret   string
	flight   singleflight.Group

	mu      sync.Mutex
	token   string
	expires time.Time
}

// NewTokens returns a source of tokens.
func NewTokens(endpoint, id, secret string) *Tokens {
	return &Tokens{client: &http.Client{Timeout: 20 * time.Second}, endpoint: endpoint, id: id, secret: secret}
}

// Token returns a token that is valid for a while.
func (t *Tokens) Token(ctx context.Context) (string, error) {
	if token, ok := t.cached(); ok {
		return token, nil
	}
	ready := t.flight.DoChan("token", func() (any, error) {
		return t.renew(context.WithoutCancel(ctx))
	})
	select {
	case res := <-ready:
		if res.Err != nil {
			return "", fmt.Errorf("token: %w", res.Err)
		}
		return res.Val.(string), nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (t *Tokens) cached() (string, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.token, time.Until(t.expires) > early
}

// renew serves all callers that wait, so none of their contexts ends it; its limit does.
func (t *Tokens) renew(ctx context.Context) (string, error) {
	if token, ok := t.cached(); ok {
		return token, nil
	}
	ctx, cancel := context.WithTimeout(ctx, t.client.Timeout)
	defer cancel()
	token, life, err := t.fetch(ctx)
	if err != nil {
		return "", err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.token, t.expires = token, time.Now().Add(life)
	return token, nil
}

func (t *Tokens) fetch(ctx context.Context) (string, time.Duration, error) {
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {t.id}, "client_secret": {t.secret}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return "", 0, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := t.client.Do(req)
	if err != nil {
		return "", 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", 0, fmt.Errorf("status %s", resp.Status)
	}
	var body struct {
		Token   string `json:"access_token"`
		Seconds int    `json:"expires_in"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&body); err != nil {
		return "", 0, err
	}
	return body.Token, time.Duration(body.Seconds) * time.Second, nil
}

// Labels orders parcel labels.
type Labels struct {
	tokens *Tokens
	client *http.Client
	base   string
}

// NewLabels returns a client of the API under base.
func NewLabels(tokens *Tokens, base string) *Labels {
	return &Labels{tokens: tokens, client: &http.Client{Timeout: 10 * time.Second}, base: base}
}

// ServeHTTP answers GET /labels/{parcel} with the parcel's state.
func (l *Labels) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token, err := l.tokens.Token(r.Context())
	if err != nil {
		http.Error(w, "carrier unavailable", http.StatusBadGateway)
		return
	}
	target := l.base + "/parcels/" + url.PathEscape(r.PathValue("parcel"))
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, target, nil)
	if err != nil {
		http.Error(w, "bad parcel number", http.StatusBadRequest)
		return
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := l.client.Do(req)
	if err != nil {
		http.Error(w, "carrier unavailable", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	var state json.RawMessage
	if err := json.NewDecoder(resp.Body).Decode(&state); err != nil {
		http.Error(w, "carrier unavailable", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(state)
}
