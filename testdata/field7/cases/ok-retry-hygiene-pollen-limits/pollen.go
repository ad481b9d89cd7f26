// Package ok reads pollen counts from a service that limits how often it is asked.
// Here a 4xx is tried again, which is usually wrong; but only the 429, which means "later", and with
// the pauses of the policy. All other refusals are permanent.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	tries      = 5
	readBudget = 45 * time.Second
)

// Count is the pollen in a cubic metre of air.
type Count struct {
	Birch int `json:"birch"`
	Grass int `json:"grass"`
}

// Service is a client of the pollen service.
type Service struct {
	base   string
	client *http.Client
}

// Open returns a client of the service at base.
func Open(base string) *Service {
	return &Service{base: base, client: &http.Client{Timeout: 5 * time.Second}}
}

// Count returns today's count at a place.
func (s *Service) Count(ctx context.Context, place string) (Count, error) {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval = time.Second
	pauses.MaxInterval = 10 * time.Second

	c, err := backoff.Retry(ctx, func() (Count, error) { return s.read(ctx, place) },
		backoff.WithBackOff(pauses),
		backoff.WithMaxTries(tries),
		backoff.WithMaxElapsedTime(readBudget),
	)
	if err != nil {
		return Count{}, fmt.Errorf("pollen at %s: %w", place, err)
	}
	return c, nil
}

func (s *Service) read(ctx context.Context, place string) (Count, error) {
	var c Count
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/pollen?place="+url.QueryEscape(place), nil)
	if err != nil {
		return c, backoff.Permanent(err)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return c, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		err := fmt.Errorf("pollen service answered %s", resp.Status)
		if resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests {
			return c, err
		}
		return c, backoff.Permanent(err)
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&c); err != nil {
		return c, backoff.Permanent(err)
	}
	return c, nil
}
