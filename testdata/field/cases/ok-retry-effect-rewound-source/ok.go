// Package ok archives video clips over a retrying client.
// It is right although one file feeds every attempt: retryablehttp is given a function that opens the content
// anew, and the PUT replaces the whole clip.
package ok

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Archive stores clips.
type Archive struct {
	base string
	rc   *retryablehttp.Client
	sent atomic.Int64 // bytes, repetitions included: what the line has carried
}

// New returns the archive at base.
func New(base string) *Archive {
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.RetryMax = 3
	rc.RetryWaitMin = 500 * time.Millisecond
	rc.RetryWaitMax = 5 * time.Second
	rc.HTTPClient.Timeout = 2 * time.Minute
	return &Archive{base: base, rc: rc}
}

// Sent returns how many bytes were sent in all attempts.
func (a *Archive) Sent() int64 { return a.sent.Load() }

type counted struct {
	io.ReadCloser
	n *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// Store uploads the clip at path.
func (a *Archive) Store(ctx context.Context, name, path string) error {
	open := retryablehttp.ReaderFunc(func() (io.Reader, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		return counted{ReadCloser: f, n: &a.sent}, nil
	})
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPut, a.base+"/clips/"+name, open)
	if err != nil {
		return fmt.Errorf("store %s: %w", name, err)
	}
	req.Header.Set("Content-Type", "video/mp4")
	resp, err := a.rc.Do(req)
	if err != nil {
		return fmt.Errorf("store %s: %w", name, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated && resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("store %s: %s", name, resp.Status)
	}
	return nil
}
