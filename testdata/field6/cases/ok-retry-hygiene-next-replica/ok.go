// Package ok reads sensor series from the replicas of a time series store.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"
)

var errNoSeries = errors.New("no such series")

// Sample is one measurement.
type Sample struct {
	At    int64   `json:"t"`
	Value float64 `json:"v"`
}

// Store reads from replicas that hold the same data.
type Store struct {
	replicas []string
	first    atomic.Uint32
	client   *http.Client
}

// NewStore returns a store with the given replicas.
func NewStore(replicas ...string) *Store {
	return &Store{replicas: replicas, client: &http.Client{Timeout: 3 * time.Second}}
}

// Read returns a series, from whichever replica answers.
func (s *Store) Read(ctx context.Context, series string) ([]Sample, error) {
	start := int(s.first.Load())
	var errs []error
	for i := range s.replicas {
		at := (start + i) % len(s.replicas)
		samples, err := s.readFrom(ctx, s.replicas[at], series)
		if err == nil {
			if i > 0 {
				s.first.Store(uint32(at))
			}
			return samples, nil
		}
		if errors.Is(err, errNoSeries) || ctx.Err() != nil {
			return nil, fmt.Errorf("series %s: %w", series, err)
		}
		errs = append(errs, fmt.Errorf("%s: %w", s.replicas[at], err))
	}
	return nil, fmt.Errorf("series %s: %w", series, errors.Join(errs...))
}

func (s *Store) readFrom(ctx context.Context, base, series string) ([]Sample, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/series/"+url.PathEscape(series), nil)
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
	case http.StatusNotFound:
		return nil, errNoSeries
	default:
		return nil, errors.New(resp.Status)
	}
	var samples []Sample
	err = json.NewDecoder(io.LimitReader(resp.Body, 32<<20)).Decode(&samples)
	return samples, err
}
