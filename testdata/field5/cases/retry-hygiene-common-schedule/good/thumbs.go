// Package good makes thumbnails with a remote image service.
package good

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/sync/errgroup"
)

// Thumb is a small picture.
type Thumb struct {
	Source string
	JPEG   []byte
}

// Service is a client of the image service.
type Service struct {
	base     string
	hc       *http.Client
	parallel int
}

// NewService makes up to parallel thumbnails at a time.
func NewService(base string, parallel int) *Service {
	return &Service{base: base, hc: &http.Client{Timeout: 8 * time.Second}, parallel: parallel}
}

func options() []backoff.RetryOption {
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 200 * time.Millisecond
	bo.MaxInterval = 3 * time.Second
	return []backoff.RetryOption{
		backoff.WithBackOff(bo),
		backoff.WithMaxTries(4),
		backoff.WithMaxElapsedTime(45 * time.Second),
	}
}

// Album makes the thumbnails of all pictures.
func (s *Service) Album(ctx context.Context, pictures []string) ([]Thumb, error) {
	out := make([]Thumb, len(pictures))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(s.parallel)
	for i, p := range pictures {
		g.Go(func() error {
			data, err := backoff.Retry(ctx, func() ([]byte, error) { return s.fetch(ctx, p) }, options()...)
			if err != nil {
				return fmt.Errorf("thumbnail of %s: %w", p, err)
			}
			out[i] = Thumb{Source: p, JPEG: data}
			return nil
		})
	}
	return out, g.Wait()
}

func (s *Service) fetch(ctx context.Context, picture string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/thumb?w=160&src="+url.QueryEscape(picture), nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	case resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests:
		return nil, fmt.Errorf("image service: %s", resp.Status)
	}
	return nil, backoff.Permanent(fmt.Errorf("image service: %s", resp.Status))
}
