// Package good fetches image layers lazily, piece by piece, while a container already runs.
// The limit for one request is set on the client inside the retrying transport; what may be
// spent in all follows from it and from the number of attempts.
package good

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Options tune the fetcher.
type Options struct {
	RequestTimeout time.Duration // of one request
	MaxRetries     int
	MinWait        time.Duration
	MaxWait        time.Duration
}

// Defaults are used by the snapshotter.
func Defaults() Options {
	return Options{RequestTimeout: 30 * time.Second, MaxRetries: 4, MinWait: 200 * time.Millisecond, MaxWait: 10 * time.Second}
}

// Fetcher reads pieces of blobs.
type Fetcher struct {
	client *http.Client
}

// New returns a Fetcher.
func New(o Options) *Fetcher {
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.RetryMax = o.MaxRetries
	rc.RetryWaitMin = o.MinWait
	rc.RetryWaitMax = o.MaxWait
	rc.ErrorHandler = retryablehttp.PassthroughErrorHandler
	rc.HTTPClient.Timeout = o.RequestTimeout
	return &Fetcher{client: &http.Client{
		Transport: &retryablehttp.RoundTripper{Client: rc},
	}}
}

// Piece reads n bytes of a blob from off.
func (f *Fetcher) Piece(ctx context.Context, blob string, off, n int64) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, blob, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", off, off+n-1))
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("piece of %s: %w", blob, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusPartialContent {
		return nil, fmt.Errorf("piece of %s: %s", blob, resp.Status)
	}
	buf := make([]byte, n)
	if _, err := io.ReadFull(resp.Body, buf); err != nil {
		return nil, fmt.Errorf("piece of %s: %w", blob, err)
	}
	return buf, nil
}
