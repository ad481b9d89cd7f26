// Package ok fetches weather forecasts, once for all that ask at the same time. The fetch is cut
// loose from the context of the one who asked first, and it is right: others wait for it too. It
// has a limit of its own, and each caller still leaves when his own context ends.
package ok

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const fetchLimit = 10 * time.Second

// Forecast is the weather to come.
type Forecast struct {
	Region  string
	Rain    float64
	Fetched time.Time
}

// Office makes forecasts.
type Office interface {
	Forecast(ctx context.Context, region string) (Forecast, error)
}

// Desk answers questions about the weather.
type Desk struct {
	office  Office
	keep    time.Duration
	flights singleflight.Group

	mu    sync.Mutex
	known map[string]Forecast
}

// NewDesk keeps forecasts for a while.
func NewDesk(office Office, keep time.Duration) *Desk {
	return &Desk{office: office, keep: keep, known: make(map[string]Forecast)}
}

// Ask returns the forecast of a region.
func (d *Desk) Ask(ctx context.Context, region string) (Forecast, error) {
	if f, ok := d.recall(region); ok {
		return f, nil
	}
	flight := d.flights.DoChan(region, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fetchLimit)
		defer cancel()
		f, err := d.office.Forecast(ctx, region)
		if err != nil {
			return nil, err
		}
		d.keepFor(region, f)
		return f, nil
	})
	select {
	case res := <-flight:
		if res.Err != nil {
			return Forecast{}, fmt.Errorf("forecast of %s: %w", region, res.Err)
		}
		return res.Val.(Forecast), nil
	case <-ctx.Done():
		return Forecast{}, fmt.Errorf("forecast of %s: %w", region, ctx.Err())
	}
}

func (d *Desk) recall(region string) (Forecast, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f, ok := d.known[region]
	return f, ok && time.Since(f.Fetched) < d.keep
}

func (d *Desk) keepFor(region string, f Forecast) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known[region] = f
}
