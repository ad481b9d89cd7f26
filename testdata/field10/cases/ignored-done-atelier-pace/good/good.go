// Package good reads a picture archive at the pace that its owners ask for. The transport
// waits for a turn under the context of the request, which gives the turn back when it ends.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/time/rate"
)

// paced is a transport that spreads requests over time.
type paced struct {
	next  http.RoundTripper
	turns *rate.Limiter
	log   *slog.Logger
}

// RoundTrip implements http.RoundTripper.
func (p *paced) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := p.turns.Wait(req.Context()); err != nil {
		p.log.DebugContext(req.Context(), "request got no turn", "err", err)
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, err
	}
	return p.next.RoundTrip(req)
}

// Picture is an entry of the archive.
type Picture struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Artist string `json:"artist"`
}

// Archive is a client of the archive.
type Archive struct {
	base string
	hc   *http.Client
}

// NewArchive returns a client that sends perMinute requests a minute.
func NewArchive(base string, perMinute int, log *slog.Logger) *Archive {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = 20 * time.Second
	return &Archive{base: base, hc: &http.Client{
		Timeout: 5 * time.Minute,
		Transport: &paced{
			next:  transport,
			turns: rate.NewLimiter(rate.Every(time.Minute/time.Duration(perMinute)), 1),
			log:   log,
		},
	}}
}

// Picture reads one entry.
func (a *Archive) Picture(ctx context.Context, id string) (Picture, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+"/pictures/"+url.PathEscape(id), nil)
	if err != nil {
		return Picture{}, err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return Picture{}, fmt.Errorf("picture %s: %w", id, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Picture{}, fmt.Errorf("picture %s: %s", id, resp.Status)
	}
	var pic Picture
	if err := json.NewDecoder(resp.Body).Decode(&pic); err != nil {
		return Picture{}, fmt.Errorf("picture %s: %w", id, err)
	}
	return pic, nil
}
