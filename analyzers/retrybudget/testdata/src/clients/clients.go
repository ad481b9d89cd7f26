package clients

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// The client tries again by itself, as it was told where it was made.
type walls struct{ c *retryablehttp.Client }

func newWalls() *walls {
	c := retryablehttp.NewClient()
	c.RetryMax = 8
	c.HTTPClient.Timeout = 30 * time.Second
	return &walls{c}
}

func (s *walls) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := s.lookup(r.Context()); err != nil {
		http.Error(w, "no register", http.StatusBadGateway)
	}
}

func (s *walls) lookup(ctx context.Context) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://walls/", nil)
	if err != nil {
		return err
	}
	resp, err := s.c.Do(req) // want `9 attempts of up to 30s, .* and nothing bounds the sum: request of \(\*walls\).ServeHTTP`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The handler puts a limit around it.
type limited struct{ c *retryablehttp.Client }

func newLimited() *limited {
	c := retryablehttp.NewClient()
	c.RetryMax = 8
	c.HTTPClient.Timeout = 30 * time.Second
	return &limited{c}
}

func (s *limited) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Minute)
	defer cancel()
	if err := s.lookup(ctx); err != nil {
		http.Error(w, "no register", http.StatusBadGateway)
	}
}

func (s *limited) lookup(ctx context.Context) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://walls/", nil)
	if err != nil {
		return err
	}
	resp, err := s.c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Short attempts, and none known to be set.
type short struct{ few, other *retryablehttp.Client }

func newShort(other *retryablehttp.Client) *short {
	c := retryablehttp.NewClient()
	c.RetryMax = 3
	c.HTTPClient.Timeout = 3 * time.Second
	return &short{c, other}
}

func (s *short) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req, err := retryablehttp.NewRequestWithContext(r.Context(), http.MethodGet, "http://walls/", nil)
	if err != nil {
		return
	}
	if resp, err := s.few.Do(req); err == nil {
		resp.Body.Close()
	}
	if resp, err := s.other.Do(req); err == nil {
		resp.Body.Close()
	}
}
