// Package ok fetches reports that a service prepares on demand.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const longestWait = 20 * time.Second

// ErrNotReady means that the report was not prepared in time.
var ErrNotReady = errors.New("report is not ready")

// Reports is a client of the report service.
type Reports struct {
	base string
	hc   *http.Client
}

// NewReports returns a client for the service at base.
func NewReports(base string) *Reports {
	return &Reports{base: base, hc: &http.Client{Timeout: 10 * time.Second}}
}

// Fetch returns a report as CSV.
func (r *Reports) Fetch(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	data, err := r.fetch(ctx, name, 6)
	if err != nil {
		return nil, fmt.Errorf("report %s: %w", name, err)
	}
	return data, nil
}

func (r *Reports) fetch(ctx context.Context, name string, left int) ([]byte, error) {
	data, after, err := r.get(ctx, name)
	if after == 0 {
		return data, err
	}
	if left--; left == 0 {
		return nil, ErrNotReady
	}
	t := time.NewTimer(min(after, longestWait) + rand.N(time.Second))
	defer t.Stop()
	select {
	case <-t.C:
		return r.fetch(ctx, name, left)
	case <-ctx.Done():
		return nil, errors.Join(ErrNotReady, ctx.Err())
	}
}

// get returns the report, or how long to wait before asking again.
func (r *Reports) get(ctx context.Context, name string) ([]byte, time.Duration, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/reports/"+url.PathEscape(name), nil)
	if err != nil {
		return nil, 0, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		data, err := io.ReadAll(io.LimitReader(resp.Body, 64<<20))
		return data, 0, err
	case http.StatusAccepted, http.StatusServiceUnavailable:
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s > 0 {
			return nil, time.Duration(s) * time.Second, nil
		}
		return nil, 3 * time.Second, nil
	}
	return nil, 0, errors.New(resp.Status)
}
