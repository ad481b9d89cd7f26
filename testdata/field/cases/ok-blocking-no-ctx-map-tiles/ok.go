// Package ok fetches map tiles for a hiking map. Its HTTP client has no timeout, since a big tile may take
// longer than a small one: every request carries a context that is bounded by the tile's size
// instead.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Tile is a square of the map.
type Tile struct {
	X, Y, Zoom int
	Bytes      int64
}

// Source delivers tiles.
type Source struct {
	base string
	hc   *http.Client
}

// NewSource returns the tiles at base.
func NewSource(base string) *Source {
	dialer := &net.Dialer{Timeout: 3 * time.Second, KeepAlive: 30 * time.Second}
	return &Source{base: base, hc: &http.Client{Transport: &http.Transport{
		DialContext:           dialer.DialContext,
		TLSHandshakeTimeout:   3 * time.Second,
		ResponseHeaderTimeout: 5 * time.Second,
		MaxIdleConnsPerHost:   8,
		IdleConnTimeout:       time.Minute,
		ForceAttemptHTTP2:     true,
	}}}
}

// limit is what a tile may take: some seconds and one more for each 200 kB.
func limit(t Tile) time.Duration {
	return 5*time.Second + time.Duration(t.Bytes/200_000)*time.Second
}

var errCut = errors.New("tile is incomplete")

// Fetch returns a tile's picture.
func (s *Source) Fetch(ctx context.Context, t Tile) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit(t))
	defer cancel()
	return s.get(ctx, t)
}

func (s *Source) get(ctx context.Context, t Tile) ([]byte, error) {
	at := fmt.Sprintf("%s/%d/%d/%d.png", s.base, t.Zoom, t.X, t.Y)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return nil, fmt.Errorf("tile %s: %w", at, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("tile %s: status %d", at, resp.StatusCode)
	}
	png, err := io.ReadAll(io.LimitReader(resp.Body, t.Bytes+1))
	if err != nil {
		return nil, fmt.Errorf("tile %s: %w", at, err)
	}
	if int64(len(png)) < t.Bytes {
		return nil, fmt.Errorf("tile %s: %w", at, errCut)
	}
	return png, nil
}

// ServeHTTP passes a tile on.
func (s *Source) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	t := Tile{Bytes: 100_000}
	if _, err := fmt.Sscanf(r.PathValue("tile"), "%d-%d-%d", &t.Zoom, &t.X, &t.Y); err != nil {
		http.NotFound(w, r)
		return
	}
	png, err := s.Fetch(r.Context(), t)
	if err != nil {
		http.Error(w, "no tile", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(png)
}
