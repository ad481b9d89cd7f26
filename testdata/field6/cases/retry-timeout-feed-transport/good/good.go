// Package good reads the timetable feeds of transit agencies.
package good

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"faultfield6/cases/retry-timeout-feed-transport/good/steady"
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
	return &Reader{client: &http.Client{
		Transport: &steady.Transport{Base: base, Tries: cfg.Tries},
		Timeout:   time.Duration(cfg.Tries) * (4*cfg.Timeout + steady.MaxPause),
	}}
}

// Read returns the feed at url.
func (r *Reader) Read(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("feed: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("feed %s: %s", url, resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxFeed))
}
