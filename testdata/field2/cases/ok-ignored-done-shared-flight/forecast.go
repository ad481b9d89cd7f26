// Package ok shares one reading of a forecast between all who ask for it. The reading
// is detached on purpose: none of its callers may end it for the others. It has a
// limit, and each caller waits no longer than its own context.
package ok

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/singleflight"
)

// Station gives forecasts.
type Station interface {
	Forecast(ctx context.Context, valley string) (string, error)
}

// Desk answers questions.
type Desk struct {
	station Station
	limit   time.Duration
	flights singleflight.Group
}

// Forecast returns the forecast for the valley.
func (d *Desk) Forecast(ctx context.Context, valley string) (string, error) {
	ch := d.flights.DoChan(valley, func() (any, error) {
		fctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.limit)
		defer cancel()
		return d.station.Forecast(fctx, valley)
	})
	select {
	case r := <-ch:
		if r.Err != nil {
			return "", fmt.Errorf("forecast for %s: %w", valley, r.Err)
		}
		return r.Val.(string), nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
