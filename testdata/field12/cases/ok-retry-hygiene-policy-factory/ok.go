// Package ok writes shelf labels through a label service from many goroutines.
// It is right although all of them use one policy variable: it holds a function, and each call gets
// a backoff of its own from it. A label is replaced as a whole, so it may be written twice.
package ok

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v4"
	"golang.org/x/sync/errgroup"
)

const parallel = 8

// labelPolicy returns the policy for one label.
var labelPolicy = func() backoff.BackOff {
	return backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(150*time.Millisecond),
		backoff.WithMaxInterval(2*time.Second),
		backoff.WithMaxElapsedTime(20*time.Second),
	)
}

// Label is what stands on a shelf.
type Label struct {
	Shelf string `json:"-"`
	Text  string `json:"text"`
	Cents int    `json:"cents"`
}

// Labels is a client of the label service.
type Labels struct {
	base   string
	client *http.Client
}

// NewLabels returns a client of the service at base.
func NewLabels(base string) *Labels {
	return &Labels{base: base, client: &http.Client{Timeout: 4 * time.Second}}
}

// Write writes all labels, or stops at the first that cannot be written.
func (l *Labels) Write(ctx context.Context, labels []Label) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(parallel)
	for _, label := range labels {
		g.Go(func() error {
			put := func() error { return l.put(ctx, label) }
			if err := backoff.Retry(put, backoff.WithContext(labelPolicy(), ctx)); err != nil {
				return fmt.Errorf("label of shelf %s: %w", label.Shelf, err)
			}
			return nil
		})
	}
	return g.Wait()
}

func (l *Labels) put(ctx context.Context, label Label) error {
	raw, err := json.Marshal(label)
	if err != nil {
		return backoff.Permanent(err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, l.base+"/shelves/"+url.PathEscape(label.Shelf), bytes.NewReader(raw))
	if err != nil {
		return backoff.Permanent(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := l.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return fmt.Errorf("label service answered %s", resp.Status)
	}
	return backoff.Permanent(fmt.Errorf("label service refused: %s", resp.Status))
}
