// Package ok fetches the pictures of a nest camera for the nightly film.
// MaxElapsedTime is looked at only between attempts, which would not do if an attempt could hang;
// here each has the client's timeout, so a picture takes the elapsed limit and one attempt at most.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v4"
)

const (
	attemptTimeout = 10 * time.Second
	startNoMore    = 45 * time.Second // after this no new attempt is started
	maxPicture     = 16 << 20
)

// Camera is a client of one camera.
type Camera struct {
	base   string
	client *http.Client
	log    *slog.Logger
}

// NewCamera returns a client of the camera at base.
func NewCamera(base string, log *slog.Logger) *Camera {
	return &Camera{base: base, client: &http.Client{Timeout: attemptTimeout}, log: log}
}

// Night returns the pictures with the given names; one that cannot be had is left out.
func (c *Camera) Night(ctx context.Context, names []string) (map[string][]byte, error) {
	pictures := make(map[string][]byte, len(names))
	for _, name := range names {
		p, err := c.picture(ctx, name)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			c.log.WarnContext(ctx, "picture left out", "name", name, "err", err)
			continue
		}
		pictures[name] = p
	}
	return pictures, nil
}

func (c *Camera) picture(ctx context.Context, name string) ([]byte, error) {
	bo := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(500*time.Millisecond),
		backoff.WithMaxInterval(5*time.Second),
		backoff.WithMaxElapsedTime(startNoMore),
	)
	p, err := backoff.RetryWithData(func() ([]byte, error) {
		return c.get(ctx, "/pictures/"+url.PathEscape(name))
	}, backoff.WithContext(bo, ctx))
	if err != nil {
		return nil, fmt.Errorf("picture %s: %w", name, err)
	}
	return p, nil
}

func (c *Camera) get(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return nil, fmt.Errorf("camera answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, backoff.Permanent(fmt.Errorf("camera answered %s", resp.Status))
	}
	p, err := io.ReadAll(io.LimitReader(resp.Body, maxPicture+1))
	if err == nil && len(p) > maxPicture {
		err = backoff.Permanent(errors.New("picture too large"))
	}
	return p, err
}
