// Package good loads scans of tapestries from a museum archive.
// The operation closes the body of each answer that it does not return as the final one.
package good

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	tries      = 5
	loadBudget = 2 * time.Minute
	maxScan    = 64 << 20
)

// Archive is a client of the archive.
type Archive struct {
	base   string
	client *http.Client
}

// New returns a client of the archive at base.
func New(base string) *Archive {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = 10 * time.Second
	return &Archive{base: base, client: &http.Client{Transport: t}}
}

// Load copies a scan to dst once the archive has it at hand.
func (a *Archive) Load(ctx context.Context, id string, dst io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, loadBudget)
	defer cancel()

	resp, err := repeat(ctx, func() (*http.Response, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+"/scans/"+url.PathEscape(id), nil)
		if err != nil {
			return nil, backoff.Permanent(err)
		}
		return a.client.Do(req)
	})
	if err != nil {
		return fmt.Errorf("scan %s: %w", id, err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(dst, io.LimitReader(resp.Body, maxScan)); err != nil {
		return fmt.Errorf("scan %s: %w", id, err)
	}
	return nil
}

// repeat sends until the answer is final. Without an error, the caller closes the body.
func repeat(ctx context.Context, send func() (*http.Response, error)) (*http.Response, error) {
	return backoff.Retry(ctx, func() (*http.Response, error) {
		resp, err := send()
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		defer resp.Body.Close()
		switch {
		case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
			return nil, fmt.Errorf("archive busy: %s", resp.Status)
		default:
			return nil, backoff.Permanent(fmt.Errorf("archive answered %s", resp.Status))
		}
	}, backoff.WithMaxTries(tries), backoff.WithMaxElapsedTime(loadBudget))
}
