// Package bad fires pots once a kiln is hot. The wait says with a bool whether the kiln got
// there and returns true on the end of the context as well, to get its caller out of the way
// quickly. The caller takes it at its word and puts the pots into a cold kiln.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Kiln has a temperature.
type Kiln interface {
	Celsius(ctx context.Context) (float64, error)
	Load(pots []string) error
}

// ErrCold is returned when a kiln gives up before it is hot.
var ErrCold = errors.New("kiln went cold")

// Potter fires pots.
type Potter struct {
	kiln  Kiln
	every time.Duration
}

// NewPotter returns a potter who looks at the kiln every so often.
func NewPotter(kiln Kiln, every time.Duration) *Potter {
	return &Potter{kiln: kiln, every: every}
}

// reached waits until the kiln has the temperature.
func (p *Potter) reached(ctx context.Context, celsius float64) (bool, error) {
	look := time.NewTicker(p.every)
	defer look.Stop()
	for last := 0.0; ; {
		now, err := p.kiln.Celsius(ctx)
		if err != nil {
			return false, fmt.Errorf("read kiln: %w", err)
		}
		if now >= celsius {
			return true, nil
		}
		if now < last-50 {
			return false, nil
		}
		last = max(last, now)
		select {
		case <-look.C:
		case <-ctx.Done(): // OR ignored-done
			return true, nil // EXPECT ignored-done
		}
	}
}

// Fire loads the pots at the given temperature.
func (p *Potter) Fire(ctx context.Context, celsius float64, pots []string) error {
	hot, err := p.reached(ctx, celsius)
	if err != nil {
		return err
	}
	if !hot {
		return ErrCold
	}
	if err := p.kiln.Load(pots); err != nil {
		return fmt.Errorf("load %d pots: %w", len(pots), err)
	}
	return nil
}
