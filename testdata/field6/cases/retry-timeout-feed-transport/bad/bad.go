// Package bad reads the timetable feeds of transit agencies.
package bad

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"faultfield6/cases/retry-timeout-feed-transport/bad/steady"
)

const maxFeed = 64 << 20

// Config configures a Reader.
type Config struct {
	Timeout time.Duration // how long an agency may take to answer
	Tries   int
}

// Reader reads feeds.
type Reader struct {
	client *http.Client
}

// NewReader returns a Reader.
func NewReader(cfg Config) *Reader {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.DialContext = (&net.Dialer{Timeout: cfg.Timeout}).DialContext
	base.TLSHandshakeTimeout = cfg.Timeout
	base.ResponseHeaderTimeout = cfg.Timeout
	return &Reader{client: &http.Client{ // OR retry-timeout
		Transport: &steady.Transport{Base: base, Tries: cfg.Tries}, // OR retry-timeout
		Timeout:   cfg.Timeout,                                     // EXPECT retry-timeout
	}}
}

// Read returns the feed at url.
func (r *Reader) Read(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.client.Do(req) // OR retry-timeout
	if err != nil {
		return nil, fmt.Errorf("feed: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("feed %s: %s", url, resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxFeed))
}
