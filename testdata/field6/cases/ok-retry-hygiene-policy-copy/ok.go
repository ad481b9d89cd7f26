// Package ok reads the inventory of a warehouse robot fleet.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Robot is one machine.
type Robot struct {
	ID      string `json:"id"`
	Battery int    `json:"battery"`
}

// Fleet is a client of the fleet manager; its methods may be called concurrently.
type Fleet struct {
	base   string
	client *http.Client
	policy backoff.ExponentialBackOff
}

// NewFleet returns a client.
func NewFleet(base string) *Fleet {
	return &Fleet{
		base:   base,
		client: &http.Client{Timeout: 4 * time.Second},
		policy: *backoff.NewExponentialBackOff(
			backoff.WithInitialInterval(200*time.Millisecond),
			backoff.WithMaxInterval(3*time.Second),
			backoff.WithMaxElapsedTime(20*time.Second),
		),
	}
}

// Robots lists the robots of a hall.
func (f *Fleet) Robots(ctx context.Context, hall string) ([]Robot, error) {
	policy := f.policy
	robots, err := backoff.RetryWithData(func() ([]Robot, error) {
		return f.list(ctx, hall)
	}, backoff.WithContext(&policy, ctx))
	if err != nil {
		return nil, fmt.Errorf("robots in %s: %w", hall, err)
	}
	return robots, nil
}

func (f *Fleet) list(ctx context.Context, hall string) ([]Robot, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.base+"/halls/"+url.PathEscape(hall)+"/robots", nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		err := fmt.Errorf("fleet manager: %s", resp.Status)
		if resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests {
			return nil, backoff.Permanent(err)
		}
		return nil, err
	}
	var robots []Robot
	if err := json.NewDecoder(io.LimitReader(resp.Body, 8<<20)).Decode(&robots); err != nil {
		return nil, fmt.Errorf("fleet manager: %w", err)
	}
	return robots, nil
}
