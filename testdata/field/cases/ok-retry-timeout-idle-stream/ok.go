// Package ok collects the progress of a firmware update from a device.
// It is right although time.After stands in the loop: it is meant to start anew with each report, as the
// longest silence that is tolerated. The update as a whole is limited by the context.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	silence = 20 * time.Second
	longest = 15 * time.Minute
)

// Report is one step of an update.
type Report struct {
	Percent int
	Done    bool
	Failure string
}

// Device is being updated.
type Device interface {
	// Update starts the update. Reports come until ctx ends or the channel is closed.
	Update(ctx context.Context, image []byte) (<-chan Report, error)
	Serial() string
}

// ErrSilent means that a device stopped reporting.
var ErrSilent = errors.New("device went silent")

// Run updates a device and calls progress along the way.
func Run(ctx context.Context, d Device, image []byte, progress func(percent int)) error {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	reports, err := d.Update(ctx, image)
	if err != nil {
		return fmt.Errorf("update %s: %w", d.Serial(), err)
	}
	if err := follow(ctx, reports, progress); err != nil {
		return fmt.Errorf("update %s: %w", d.Serial(), err)
	}
	return nil
}

func follow(ctx context.Context, reports <-chan Report, progress func(int)) error {
	last := -1
	for {
		select {
		case r, ok := <-reports:
			switch {
			case !ok:
				return errors.Join(errors.New("reports ended early"), ctx.Err())
			case r.Failure != "":
				return errors.New(r.Failure)
			case r.Percent > last:
				last = r.Percent
				progress(last)
			}
			if r.Done {
				return nil
			}
		case <-time.After(silence):
			return fmt.Errorf("%w at %d %%", ErrSilent, last)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
