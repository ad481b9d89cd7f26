// Package ok finds the region with the shortest round trip.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const probeLimit = 1500 * time.Millisecond

// ErrUnreachable says that no region answered.
var ErrUnreachable = errors.New("no region is reachable")

// Region is one deployment of the service.
type Region struct {
	Name string
	URL  string
}

// Finder probes regions.
type Finder struct {
	client  *http.Client
	regions []Region
}

type trip struct {
	region Region
	took   time.Duration
	err    error
}

// Nearest probes all regions and returns the one that answered fastest.
func (f *Finder) Nearest(ctx context.Context) (Region, error) {
	ctx, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()

	trips := make(chan trip, len(f.regions))
	for _, region := range f.regions {
		go func() {
			took, err := f.probe(ctx, region)
			trips <- trip{region, took, err}
		}()
	}

	var (
		best     trip
		found    bool
		problems = []error{ErrUnreachable}
	)
	for range f.regions {
		t := <-trips
		if t.err != nil {
			problems = append(problems, t.err)
			continue
		}
		if !found || t.took < best.took {
			best, found = t, true
		}
	}
	if !found {
		return Region{}, errors.Join(problems...)
	}
	return best.region, nil
}

func (f *Finder) probe(ctx context.Context, region Region) (time.Duration, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, region.URL+"/ping", nil)
	if err != nil {
		return 0, err
	}
	begin := time.Now()
	resp, err := f.client.Do(req)
	if err != nil {
		return 0, fmt.Errorf("probe %s: %w", region.Name, err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, io.LimitReader(resp.Body, 4<<10)); err != nil {
		return 0, fmt.Errorf("probe %s: %w", region.Name, err)
	}
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("probe %s: %s", region.Name, resp.Status)
	}
	return time.Since(begin), nil
}
