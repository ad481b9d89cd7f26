// Package ok moves a telescope.
// It is right although err is declared in the loop's body and a nil is returned in the middle: every failure is kept
// for the end, the last pause is left out, and a mount that refuses a target ends the loop.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Mount is the telescope's drive; Slew returns when the target is reached.
type Mount interface {
	Slew(ctx context.Context, ra, dec float64) error
	Settle(ctx context.Context) error
}

// Errors of a Mount.
var (
	ErrBelow = errors.New("target is below the horizon")
	ErrStall = errors.New("motor stalled")
)

// Telescope points at things.
type Telescope struct {
	mount Mount
	slews int
	limit time.Duration
	pause time.Duration
}

// New returns a Telescope on a mount.
func New(m Mount) *Telescope {
	return &Telescope{mount: m, slews: 3, limit: 90 * time.Second, pause: 4 * time.Second}
}

// Point moves the telescope; moving to where it stands already does nothing.
func (t *Telescope) Point(ctx context.Context, ra, dec float64) error {
	var failed []error
	for slew := 1; slew <= t.slews; slew++ {
		err := t.slew(ctx, ra, dec)
		if err == nil {
			return nil
		}
		failed = append(failed, fmt.Errorf("slew %d: %w", slew, err))
		if ctx.Err() != nil || !errors.Is(err, ErrStall) || slew == t.slews {
			break
		}
		cool := time.NewTimer(time.Duration(slew) * t.pause)
		select {
		case <-ctx.Done():
			cool.Stop()
			return errors.Join(append(failed, ctx.Err())...)
		case <-cool.C:
		}
	}
	return fmt.Errorf("point at %.3f %+.3f: %w", ra, dec, errors.Join(failed...))
}

func (t *Telescope) slew(ctx context.Context, ra, dec float64) error {
	ctx, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	if err := t.mount.Slew(ctx, ra, dec); err != nil {
		return err
	}
	return t.mount.Settle(ctx)
}
