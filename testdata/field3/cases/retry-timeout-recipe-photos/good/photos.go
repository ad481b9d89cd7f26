// Package good loads photos for a cookery book.
// The transport gives a stalled server up after four seconds, which leaves time for the mirror.
package good

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Loader loads from an origin or its mirror.
type Loader struct {
	client *http.Client
	log    *slog.Logger
}

type mirrored struct {
	next   http.RoundTripper
	mirror string
	log    *slog.Logger
}

// RoundTrip asks the origin, and when that does not answer, its mirror.
func (m *mirrored) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := m.next.RoundTrip(req)
	if err == nil || req.Context().Err() != nil || req.Method != http.MethodGet {
		return resp, err
	}
	m.log.Warn("origin silent, asking the mirror", "url", req.URL.Redacted(), "err", err)
	second := req.Clone(req.Context())
	second.URL.Host = m.mirror
	second.Host = m.mirror
	return m.next.RoundTrip(second)
}

// NewLoader returns a loader that knows one mirror.
func NewLoader(mirror string, log *slog.Logger) *Loader {
	base := &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
		TLSHandshakeTimeout:   2 * time.Second,
		ResponseHeaderTimeout: 4 * time.Second,
		MaxIdleConnsPerHost:   8,
	}
	return &Loader{
		client: &http.Client{
			Transport: &mirrored{next: base, mirror: mirror, log: log},
			Timeout:   20 * time.Second,
		},
		log: log,
	}
}

// Photo returns a photo's bytes.
func (l *Loader) Photo(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("photo: %s", resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 8<<20))
}
