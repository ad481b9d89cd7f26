// Package ok downloads package indexes from mirrors.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const maxIndex = 32 << 20

// Mirrors is a list of equal servers, the nearest first.
type Mirrors struct {
	urls []string
	hc   *http.Client
}

// NewMirrors uses the given base URLs.
func NewMirrors(urls ...string) *Mirrors {
	return &Mirrors{urls: urls, hc: &http.Client{Timeout: 20 * time.Second}}
}

// Index returns the index of a suite from the first mirror that has it.
func (m *Mirrors) Index(ctx context.Context, suite string) ([]byte, error) {
	errs := make([]error, 0, len(m.urls))
	for _, base := range m.urls {
		data, err := m.get(ctx, base+"/dists/"+suite+"/index.json")
		if err == nil {
			return data, nil
		}
		errs = append(errs, fmt.Errorf("%s: %w", base, err))
		if ctx.Err() != nil {
			break
		}
	}
	return nil, fmt.Errorf("index of %s: %w", suite, errors.Join(errs...))
}

func (m *Mirrors) get(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := m.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxIndex))
}
