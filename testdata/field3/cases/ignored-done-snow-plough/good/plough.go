// Package good sends snow ploughs out. When there is no snow the loop idles, longer
// each time, but never longer than its context.
package good

import (
	"context"
	"faultfield3/cases/ignored-done-snow-plough/good/idle"
	"fmt"
	"log/slog"
	"time"
)

// Streets lists streets with snow.
type Streets interface {
	Snowy(ctx context.Context) ([]string, error)
}

// Plough clears a street.
type Plough interface {
	Clear(ctx context.Context, street string) error
}

// Depot sends ploughs.
type Depot struct {
	streets Streets
	plough  Plough
	log     *slog.Logger
}

// Run works until ctx ends.
func (d *Depot) Run(ctx context.Context) error {
	pause := idle.New(time.Second, 2*time.Minute)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
			n, err := d.round(ctx)
			if err != nil {
				return err
			}
			if n > 0 {
				pause.Reset()
				continue
			}
			pause.Idle(ctx)
		}
	}
}

func (d *Depot) round(ctx context.Context) (int, error) {
	snowy, err := d.streets.Snowy(ctx)
	if err != nil {
		return 0, fmt.Errorf("list streets: %w", err)
	}
	for i, s := range snowy {
		if err := d.plough.Clear(ctx, s); err != nil {
			return i, fmt.Errorf("clear %s: %w", s, err)
		}
	}
	d.log.DebugContext(ctx, "round done", "streets", len(snowy))
	return len(snowy), nil
}
