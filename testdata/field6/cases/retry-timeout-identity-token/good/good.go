// Package good gets access tokens from the identity endpoint of the machine it runs on.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// Token is an access token.
type Token struct {
	Access  string `json:"access_token"`
	Seconds int    `json:"expires_in"`
}

// Identity is a client of the endpoint, which is slow right after the machine has started.
type Identity struct {
	endpoint string
	client   *http.Client
	tries    int
	perTry   time.Duration
}

// NewIdentity returns a client.
func NewIdentity(endpoint string) *Identity {
	return &Identity{endpoint: endpoint, client: &http.Client{}, tries: 5, perTry: 2 * time.Second}
}

// Token returns a token for a resource.
func (i *Identity) Token(ctx context.Context, resource string) (Token, error) {
	ctx, cancel := context.WithTimeout(ctx, 25*time.Second)
	defer cancel()
	resp, err := i.steadily(ctx, i.endpoint+"?resource="+url.QueryEscape(resource))
	if err != nil {
		return Token{}, fmt.Errorf("token for %s: %w", resource, err)
	}
	defer resp.Body.Close()
	var t Token
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&t); err != nil {
		return Token{}, fmt.Errorf("token for %s: %w", resource, err)
	}
	return t, nil
}

func (i *Identity) steadily(ctx context.Context, u string) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := i.once(ctx, u)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		busy := true
		if err == nil {
			resp.Body.Close()
			busy = resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500
			err = errors.New(resp.Status)
		}
		if n == i.tries || !busy || ctx.Err() != nil {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(err, ctx.Err())
		case <-time.After(200*time.Millisecond<<n + rand.N(200*time.Millisecond)):
		}
	}
}

func (i *Identity) once(ctx context.Context, u string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, i.perTry)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Metadata", "true")
	resp, err := i.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}
