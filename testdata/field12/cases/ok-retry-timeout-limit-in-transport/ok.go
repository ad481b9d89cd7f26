// Package ok has a transport that limits each attempt below a client that repeats them.
// It is right although the context of an attempt is not cancelled where it is made: the limit covers
// the body as well, so the cancel function goes with the body and is called when that is closed.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const (
	attemptLimit = 5 * time.Second
	retries      = 2
	maxPause     = time.Second
)

// limited is a transport with a limit for each request, its body included.
type limited struct {
	next  http.RoundTripper
	limit time.Duration
}

func (l limited) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), l.limit)
	resp, err := l.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		cancel()
		return nil, err
	}
	resp.Body = &cancelBody{ReadCloser: resp.Body, cancel: cancel}
	return resp, nil
}

type cancelBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *cancelBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

// Tides reads tide tables.
type Tides struct {
	base   string
	client *http.Client
}

// NewTides returns a read-only client of the service at base.
func NewTides(base string) *Tides {
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.RetryMax = retries
	rc.RetryWaitMin = 200 * time.Millisecond
	rc.RetryWaitMax = maxPause
	rc.HTTPClient = &http.Client{Transport: limited{next: http.DefaultTransport, limit: attemptLimit}}

	client := rc.StandardClient()
	client.Timeout = (retries+1)*attemptLimit + retries*maxPause
	return &Tides{base: base, client: client}
}

// Table returns the high waters of a harbour.
func (t *Tides) Table(ctx context.Context, harbour string) ([]time.Time, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.base+"/tides?harbour="+url.QueryEscape(harbour), nil)
	if err != nil {
		return nil, err
	}
	resp, err := t.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("tides of %s: %w", harbour, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("tides of %s: %s", harbour, resp.Status)
	}
	var high []time.Time
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&high); err != nil {
		return nil, fmt.Errorf("tides of %s: %w", harbour, err)
	}
	return high, nil
}
