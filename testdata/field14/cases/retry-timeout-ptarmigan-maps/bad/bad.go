// Package bad serves maps of where ptarmigans were seen. A map may take three attempts of eight
// seconds, but the server cuts the connection ten seconds after the request was read: a
// map that needs a second attempt is fetched to the end and never reaches its reader.
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

	"faultfield14/cases/retry-timeout-ptarmigan-maps/bad/web"
)

const (
	tries    = 3
	tryLimit = 8 * time.Second
	mapLimit = 28 * time.Second // OR retry-timeout
	maxMap   = 4 << 20
)

var errNoMap = errors.New("no such map")

// Maps fetches maps from a drawing service.
type Maps struct {
	base string
	hc   *http.Client
	log  *slog.Logger
}

// Serve answers on addr until ctx ends.
func Serve(ctx context.Context, addr, base string, log *slog.Logger) error {
	m := &Maps{base: base, hc: &http.Client{Timeout: tryLimit}, log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /maps/{valley}", m.show)
	return web.Serve(ctx, addr, mux) // OR retry-timeout
}

func (m *Maps) show(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), mapLimit) // OR retry-timeout
	defer cancel()
	img, err := m.fetch(ctx, r.PathValue("valley"))
	switch {
	case errors.Is(err, errNoMap):
		http.NotFound(w, r)
		return
	case err != nil:
		m.log.ErrorContext(ctx, "map", "err", err)
		http.Error(w, "map not available", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(img)
}

func (m *Maps) fetch(ctx context.Context, valley string) ([]byte, error) {
	for try := 1; ; try++ {
		img, err := m.draw(ctx, valley)
		if err == nil {
			return img, nil
		}
		if try == tries || ctx.Err() != nil || errors.Is(err, errNoMap) {
			return nil, fmt.Errorf("map of %s: %w", valley, err)
		}
		timer := time.NewTimer(500*time.Millisecond + rand.N(500*time.Millisecond))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, errors.Join(ctx.Err(), err)
		}
	}
}

func (m *Maps) draw(ctx context.Context, valley string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.base+"/draw/"+url.PathEscape(valley), nil)
	if err != nil {
		return nil, err
	}
	resp, err := m.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		return io.ReadAll(io.LimitReader(resp.Body, maxMap))
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("service answered %s", resp.Status)
	default:
		return nil, errNoMap
	}
}
