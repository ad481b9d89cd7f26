// Package good downloads map tiles.
// base.Client already has a transport that makes four attempts; only the token is put around it.
package good

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"faultfield/cases/retry-timeout-geo-tiles/good/base"
)

type withToken struct {
	next  http.RoundTripper
	token string
}

func (t withToken) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("X-Tile-Token", t.token)
	return t.next.RoundTrip(req)
}

// Tiles downloads from one tile server.
type Tiles struct {
	server string
	client *http.Client
}

// New returns the tiles of server.
func New(server, token string) *Tiles {
	c := base.Client()
	c.Transport = withToken{next: c.Transport, token: token}
	return &Tiles{server: server, client: c}
}

// Tile returns the image of one tile.
func (t *Tiles) Tile(ctx context.Context, z, x, y int) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/%d/%d/%d.png", t.server, z, x, y), nil)
	if err != nil {
		return nil, err
	}
	resp, err := t.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("tile server answered %s", resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}
