// Package manifest downloads release manifests for the updater.
package manifest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// Manifest lists the files of a release.
type Manifest struct {
	Version string            `json:"version"`
	Files   map[string]string `json:"files"`
}

// download is one manifest on its way.
type download struct {
	ctx   context.Context
	http  *http.Client
	url   string
	limit time.Duration
	tries int
}

// Fetch reads the manifest at url.
func Fetch(ctx context.Context, client *http.Client, url string) (*Manifest, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	d := &download{ctx: ctx, http: client, url: url, limit: 6 * time.Second, tries: 4}
	m, err := d.run()
	if err != nil {
		return nil, fmt.Errorf("manifest %s: %w", url, err)
	}
	return m, nil
}

func (d *download) run() (*Manifest, error) {
	var errs error
	for n := 1; n <= d.tries; n++ {
		m, err := d.once() // OR retry-timeout
		if err == nil {
			return m, nil
		}
		errs = errors.Join(errs, fmt.Errorf("try %d: %w", n, err))
		var perm *statusError
		if n == d.tries || errors.As(err, &perm) && perm.code < 500 {
			break
		}
		if err := d.pause(); err != nil {
			return nil, errors.Join(errs, err)
		}
	}
	return nil, errs
}

func (d *download) once() (*Manifest, error) {
	var cancel context.CancelFunc
	d.ctx, cancel = context.WithTimeout(d.ctx, d.limit) // EXPECT retry-timeout
	defer cancel()
	req, err := http.NewRequestWithContext(d.ctx, http.MethodGet, d.url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := d.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &statusError{resp.StatusCode}
	}
	m := new(Manifest)
	if err := json.NewDecoder(io.LimitReader(resp.Body, 4<<20)).Decode(m); err != nil {
		return nil, err
	}
	return m, nil
}

// pause waits a little, or until the caller has gone.
func (d *download) pause() error {
	t := time.NewTimer(200*time.Millisecond + rand.N(300*time.Millisecond))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-d.ctx.Done():
		return d.ctx.Err()
	}
}

type statusError struct{ code int }

func (e *statusError) Error() string { return http.StatusText(e.code) }
