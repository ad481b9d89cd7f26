// Package ok waits for conversions at a document service.
// It is right although it asks at a fixed interval, without jitter or growth, and goes on after "not yet": it polls
// for a state, for a minute at most, and a request that fails ends it.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

const (
	interval = time.Second
	limit    = time.Minute
)

// ErrFailed means that the service could not convert a document.
var ErrFailed = errors.New("conversion failed")

// Service is a client of the document service.
type Service struct {
	base   string
	client *http.Client
}

// New returns a client.
func New(base string) *Service {
	return &Service{base: base, client: &http.Client{Timeout: 5 * time.Second}}
}

type job struct {
	State  string `json:"state"`
	Result string `json:"result"`
	Reason string `json:"reason"`
}

// Await returns the URL of the converted document.
func (s *Service) Await(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for tries := 1; ; tries++ {
		j, err := s.job(ctx, id)
		if err != nil {
			return "", fmt.Errorf("conversion %s: %w", id, err)
		}
		switch j.State {
		case "done":
			return j.Result, nil
		case "failed":
			return "", fmt.Errorf("conversion %s: %w: %s", id, ErrFailed, j.Reason)
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("conversion %s, %s after asking %d times: %w", id, j.State, tries, ctx.Err())
		case <-tick.C:
		}
	}
}

func (s *Service) job(ctx context.Context, id string) (job, error) {
	var j job
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/jobs/"+id, nil)
	if err != nil {
		return j, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return j, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return j, fmt.Errorf("service answered %s", resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&j)
	return j, err
}
