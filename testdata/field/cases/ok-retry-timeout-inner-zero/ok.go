// Package ok reads assets from a content system through the company's HTTP client.
// It is right although a loop surrounds a client of retryablehttp: this one was asked for without retries, since
// the loop alone knows that a 404 right after a deployment passes.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"faultfield/cases/ok-retry-timeout-inner-zero/webclient"
)

const (
	rounds = 4
	pause  = 750 * time.Millisecond
)

// ErrMissing means that an asset does not exist.
var ErrMissing = errors.New("no such asset")

var errPassing = errors.New("content system failed")

// Assets reads from one content system.
type Assets struct {
	base   string
	client *http.Client
	begun  time.Time
}

// New returns the assets at base.
func New(base string) *Assets {
	return &Assets{base: base, client: webclient.New(webclient.Retries(0), webclient.Limit(5*time.Second)), begun: time.Now()}
}

// Get returns an asset.
func (a *Assets) Get(ctx context.Context, path string) ([]byte, error) {
	var err error
	for round := range rounds {
		if round > 0 {
			t := time.NewTimer(time.Duration(round) * pause)
			select {
			case <-ctx.Done():
				t.Stop()
				return nil, errors.Join(ctx.Err(), err)
			case <-t.C:
			}
		}
		var data []byte
		if data, err = a.get(ctx, path); err == nil {
			return data, nil
		}
		young := time.Since(a.begun) < time.Minute
		if ctx.Err() != nil || !errors.Is(err, errPassing) && !(young && errors.Is(err, ErrMissing)) {
			break
		}
	}
	return nil, fmt.Errorf("asset %s: %w", path, err)
}

func (a *Assets) get(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errPassing, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		return io.ReadAll(io.LimitReader(resp.Body, 16<<20))
	case resp.StatusCode == http.StatusNotFound:
		return nil, ErrMissing
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("%w: %s", errPassing, resp.Status)
	}
	return nil, errors.New(resp.Status)
}
