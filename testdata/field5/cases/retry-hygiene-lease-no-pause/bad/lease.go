// Package bad registers workers with a coordinator.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// ErrUnavailable is the coordinator's answer while it elects a leader.
var ErrUnavailable = errors.New("coordinator not available")

// Lease is the right to work on a partition for some time.
type Lease struct {
	Partition int       `json:"partition"`
	Until     time.Time `json:"until"`
}

// Coordinator hands out leases. Asking again for a partition that the worker holds renews it.
type Coordinator struct {
	url    string
	worker string
	hc     *http.Client
}

// NewCoordinator returns a client for one worker.
func NewCoordinator(url, worker string) *Coordinator {
	return &Coordinator{url: url, worker: worker, hc: &http.Client{Timeout: 3 * time.Second}}
}

// Acquire leases a partition.
func (c *Coordinator) Acquire(ctx context.Context, partition int) (Lease, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var last error
	for try := 0; try < 8 && ctx.Err() == nil; try++ { // OR retry-hygiene
		lease, err := c.put(ctx, partition) // EXPECT retry-hygiene
		if err == nil {
			return lease, nil
		}
		if !errors.Is(err, ErrUnavailable) {
			return Lease{}, fmt.Errorf("lease of partition %d: %w", partition, err)
		}
		last = err
	}
	return Lease{}, fmt.Errorf("lease of partition %d: %w", partition, errors.Join(last, ctx.Err()))
}

func (c *Coordinator) put(ctx context.Context, partition int) (Lease, error) {
	raw, err := json.Marshal(map[string]any{"worker": c.worker})
	if err != nil {
		return Lease{}, err
	}
	url := fmt.Sprintf("%s/partitions/%d/lease", c.url, partition)
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(raw))
	if err != nil {
		return Lease{}, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return Lease{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		var l Lease
		err := json.NewDecoder(resp.Body).Decode(&l)
		return l, err
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		return Lease{}, ErrUnavailable
	}
	return Lease{}, errors.New(resp.Status)
}
