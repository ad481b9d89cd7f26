// Package ok finds the coordinates of addresses for a delivery planner.
package ok

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"faultfield6/cases/ok-retry-hygiene-paced-geocoder/geo"
)

// Planner locates the stops of a tour.
type Planner struct {
	geo  *geo.Client
	pace *rate.Limiter // the service allows one request a second
}

// NewPlanner returns a planner.
func NewPlanner(c *geo.Client) *Planner {
	return &Planner{geo: c, pace: rate.NewLimiter(rate.Every(1100*time.Millisecond), 1)}
}

// Locate returns the points of the addresses, in their order.
func (p *Planner) Locate(ctx context.Context, addresses []string) ([]geo.Point, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	points := make([]geo.Point, len(addresses))
	errs := make([]error, len(addresses))
	var wg sync.WaitGroup
	next := make(chan int)
	for range 4 {
		wg.Go(func() {
			for i := range next {
				points[i], errs[i] = p.locate(ctx, addresses[i])
			}
		})
	}
	for i := range addresses {
		next <- i
	}
	close(next)
	wg.Wait()
	return points, errors.Join(errs...)
}

func (p *Planner) locate(ctx context.Context, address string) (geo.Point, error) {
	var last error
	for range 5 {
		if err := p.pace.Wait(ctx); err != nil {
			return geo.Point{}, fmt.Errorf("locate %q: %w", address, errors.Join(err, last))
		}
		point, err := p.geo.Search(ctx, address)
		if err == nil {
			return point, nil
		}
		last = err
		if !geo.Passing(err) {
			break
		}
	}
	return geo.Point{}, fmt.Errorf("locate %q: %w", address, last)
}
