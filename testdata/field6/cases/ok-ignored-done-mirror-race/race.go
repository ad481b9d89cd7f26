// Package ok downloads the index of a package archive from whichever mirror answers first.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const maxIndex = 8 << 20

// Mirrors are places with the same content.
type Mirrors struct {
	urls   []string
	client *http.Client
}

// NewMirrors returns the mirrors at urls.
func NewMirrors(urls ...string) *Mirrors {
	return &Mirrors{urls: urls, client: &http.Client{Timeout: 30 * time.Second}}
}

// Index returns the first index that arrives.
func (m *Mirrors) Index(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	type copied struct {
		index []byte
		err   error
	}
	results := make(chan copied, len(m.urls))
	for _, u := range m.urls {
		go func() {
			index, err := m.load(ctx, u)
			results <- copied{index, err}
		}()
	}

	var failed []error
	for range m.urls {
		r := <-results
		if r.err == nil {
			return r.index, nil
		}
		failed = append(failed, r.err)
	}
	return nil, fmt.Errorf("no mirror has the index: %w", errors.Join(failed...))
}

func (m *Mirrors) load(ctx context.Context, u string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u+"/index.json", nil)
	if err != nil {
		return nil, err
	}
	resp, err := m.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", u, resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxIndex))
}
