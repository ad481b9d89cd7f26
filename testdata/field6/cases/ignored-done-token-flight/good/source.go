// Package good obtains access tokens for calls to a model provider. Callers that need a token
// at the same moment share one request for it.
package good

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

// Source hands out tokens.
type Source struct {
	endpoint string
	refresh  string
	client   *http.Client
	flights  singleflight.Group

	mu      sync.Mutex
	token   string
	expires time.Time
}

// NewSource returns a source that exchanges the refresh token at endpoint.
func NewSource(endpoint, refresh string) *Source {
	return &Source{
		endpoint: endpoint,
		refresh:  refresh,
		client:   &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2}},
	}
}

// Token returns a token that is still good for a while.
func (s *Source) Token(ctx context.Context) (string, error) {
	if t, ok := s.current(); ok {
		return t, nil
	}
	flight := s.flights.DoChan("token", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
		defer cancel()
		return s.fetch(ctx)
	})
	select {
	case r := <-flight:
		if r.Err != nil {
			return "", r.Err
		}
		return r.Val.(string), nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (s *Source) current() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token, time.Until(s.expires) > time.Minute
}

func (s *Source) fetch(ctx context.Context) (string, error) {
	form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {s.refresh}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := s.client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("token endpoint: %s", resp.Status)
	}
	var grant struct {
		Token   string `json:"access_token"`
		Seconds int    `json:"expires_in"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&grant); err != nil {
		return "", fmt.Errorf("token endpoint: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token, s.expires = grant.Token, time.Now().Add(time.Duration(grant.Seconds)*time.Second)
	return grant.Token, nil
}
