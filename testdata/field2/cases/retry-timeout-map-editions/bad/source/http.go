// Package source reads editions from the publisher.
package source

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
)

const tries = 5

// Edition is a map.
type Edition struct {
	Name string
	Data []byte
}

// HTTP reads over HTTP.
type HTTP struct {
	url    string
	client *http.Client
}

// NewHTTP returns a reader.
func NewHTTP(url string) *HTTP {
	return &HTTP{url: url, client: &http.Client{Timeout: 20 * time.Second}}
}

// Read returns the edition, or nil if it is the one with the hash.
func (h *HTTP) Read(ctx context.Context, name, hash string) (*Edition, error) {
	policy := backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), tries-1), ctx)
	return backoff.RetryWithData(func() (*Edition, error) { // OR retry-timeout
		return h.get(ctx, name, hash)
	}, policy)
}

func (h *HTTP) get(ctx context.Context, name, hash string) (*Edition, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.url+"/"+name, nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	req.Header.Set("If-None-Match", hash)
	resp, err := h.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotModified:
		return nil, nil
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("%s: %s", name, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, backoff.Permanent(fmt.Errorf("%s: %s", name, resp.Status))
	}
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	return &Edition{Name: name, Data: data}, nil
}
