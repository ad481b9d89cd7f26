// Package good loads the index of a package mirror; a try gets five seconds.
// After a failed try the caller's context is asked whether the caller has left.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Index maps package names to their versions.
type Index map[string][]string

// Mirror is one package mirror.
type Mirror struct {
	url    string
	client *http.Client
	perTry time.Duration
	tries  uint
}

// NewMirror returns the mirror at url.
func NewMirror(url string, client *http.Client) *Mirror {
	return &Mirror{url: url, client: client, perTry: 5 * time.Second, tries: 4}
}

// Index downloads the index.
func (m *Mirror) Index(ctx context.Context) (Index, error) {
	ctx, stop := context.WithTimeout(ctx, 40*time.Second)
	defer stop()
	idx, err := backoff.Retry(ctx, func() (Index, error) {
		tryCtx, cancel := context.WithTimeout(ctx, m.perTry)
		defer cancel()
		idx, status, err := m.download(tryCtx)
		switch {
		case err == nil:
			return idx, nil
		case ctx.Err() != nil:
			return nil, backoff.Permanent(ctx.Err())
		case status >= 400 && status < 500:
			return nil, backoff.Permanent(err)
		}
		return nil, err
	}, backoff.WithMaxTries(m.tries))
	if err != nil {
		return nil, fmt.Errorf("index of %s: %w", m.url, err)
	}
	return idx, nil
}

func (m *Mirror) download(ctx context.Context) (Index, int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.url+"/index.json", nil)
	if err != nil {
		return nil, 0, err
	}
	resp, err := m.client.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, resp.StatusCode, fmt.Errorf("mirror answered %s", resp.Status)
	}
	var idx Index
	err = json.NewDecoder(resp.Body).Decode(&idx)
	return idx, resp.StatusCode, err
}
