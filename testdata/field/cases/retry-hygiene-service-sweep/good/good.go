// Package good sweeps services from a catalogue that no longer exist in the cluster.
// When the listing fails in spite of its retries, the next one waits for the period like any other,
// and the end of ctx ends the loop.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Sweeper removes services.
type Sweeper struct {
	catalogue string
	client    *http.Client // with a timeout
	period    time.Duration
	known     func(service string) bool
	remove    func(ctx context.Context, service string) error
	log       *slog.Logger
}

// Run sweeps once a period until ctx ends.
func (s *Sweeper) Run(ctx context.Context) {
	tick := time.NewTicker(s.period)
	defer tick.Stop()
	for {
		var services []string
		err := backoff.Retry(func() error {
			var err error
			services, err = s.list(ctx)
			return err
		}, backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 5), ctx))
		if err != nil {
			s.log.Warn("services not listed, will try again", "err", err)
		} else {
			s.sweep(ctx, services)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (s *Sweeper) sweep(ctx context.Context, services []string) {
	for _, name := range services {
		if s.known(name) {
			continue
		}
		if err := s.remove(ctx, name); err != nil {
			s.log.Error("service not removed", "service", name, "err", err)
		}
	}
}

func (s *Sweeper) list(ctx context.Context) ([]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.catalogue+"/v1/catalog/services", nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("catalogue answered %s", resp.Status)
	}
	var names []string
	err = json.NewDecoder(resp.Body).Decode(&names)
	return names, err
}
