// Package ok reads release manifests from a list of mirrors within one deadline.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	total   = 12 * time.Second
	perSite = 5 * time.Second
)

// Mirrors is a list of servers with the same files.
type Mirrors struct {
	sites  []string
	client *http.Client
}

// NewMirrors returns the mirrors at sites.
func NewMirrors(sites ...string) *Mirrors {
	return &Mirrors{sites: sites, client: &http.Client{}}
}

// Manifest returns the manifest of a release.
func (m *Mirrors) Manifest(ctx context.Context, release string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, total)
	defer cancel()
	until, _ := ctx.Deadline()

	var errs []error
	for i, site := range m.sites {
		left := time.Until(until)
		if left <= 0 {
			break
		}
		share := min(perSite, left/time.Duration(len(m.sites)-i))
		body, err := m.get(ctx, site+"/"+release+"/manifest.json", share)
		if err == nil {
			return body, nil
		}
		errs = append(errs, fmt.Errorf("%s: %w", site, err))
		if ctx.Err() != nil {
			break
		}
	}
	return nil, fmt.Errorf("manifest of %s: %w", release, errors.Join(errs...))
}

func (m *Mirrors) get(ctx context.Context, u string, limit time.Duration) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := m.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}
