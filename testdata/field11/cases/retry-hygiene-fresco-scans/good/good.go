// Package good loads tiles of fresco scans from a museum's image server.
// A busy server is asked a few more times in a loop; each response is closed before the next request,
// and the last error is returned.
package good

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
	ctx, cancel := context.WithTimeout(ctx, 50*time.Second)
	defer cancel()
	for try := 1; ; try++ {
		img, err := s.load(ctx, fresco, tile)
		if err == nil {
			return img, nil
		}
		if try == 4 || !errors.Is(err, errBusy) {
			return nil, fmt.Errorf("tile %s after %d tries: %w", tile, try, err)
		}
		s.log.Info("tile not ready", "fresco", fresco, "tile", tile, "err", err)
		d := 500 * time.Millisecond << try
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d/2)):
		}
	}
}

func (s *Scans) load(ctx context.Context, fresco, tile string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/"+url.PathEscape(fresco)+"/"+url.PathEscape(tile), nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return io.ReadAll(io.LimitReader(resp.Body, maxTile))
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		return nil, fmt.Errorf("%w: %s", errBusy, resp.Status)
	default:
		return nil, fmt.Errorf("image server refused: %s", resp.Status)
	}
}
