// Package bad loads tiles of fresco scans from a museum's image server.
// A busy server is answered by the function calling itself, as often as it takes. Nothing ends the
// recursion, and each level keeps its response open until the last one returns.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const maxTile = 4 << 20

var errBusy = errors.New("image server is busy")

// Scans reads tiles.
type Scans struct {
	base   string
	client *http.Client
	log    *slog.Logger
}

// NewScans reads from the server at base with at most four connections.
func NewScans(base string, log *slog.Logger) *Scans {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = 4
	return &Scans{base: base, client: &http.Client{Transport: t, Timeout: 10 * time.Second}, log: log}
}

// Tile returns the image of a tile.
func (s *Scans) Tile(ctx context.Context, fresco, tile string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/"+url.PathEscape(fresco)+"/"+url.PathEscape(tile), nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Do(req) // OR retry-hygiene
	if err != nil {
		return nil, fmt.Errorf("tile %s: %w", tile, err)
	}
	defer resp.Body.Close() // OR retry-hygiene
	switch resp.StatusCode {
	case http.StatusOK:
		return io.ReadAll(io.LimitReader(resp.Body, maxTile))
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		s.log.Info("tile not ready", "fresco", fresco, "tile", tile, "status", resp.Status)
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), errBusy)
		case <-time.After(500*time.Millisecond + rand.N(500*time.Millisecond)):
		}
		return s.Tile(ctx, fresco, tile) // EXPECT retry-hygiene
	default:
		return nil, fmt.Errorf("tile %s: %s", tile, resp.Status)
	}
}
