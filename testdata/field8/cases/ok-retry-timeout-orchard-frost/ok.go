// Package ok waits until the frost fans of an orchard accept a new schedule.
// The retries get five seconds less than the caller has, which looks like a budget that does not fit: it is what leaves
// time to ask for the controller's reason and to report it, instead of a bare "deadline exceeded".
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

const (
	usualLimit = 2 * time.Minute
	reserve    = 5 * time.Second
	tryLimit   = 8 * time.Second
	pause      = 2 * time.Second
)

// ErrNotYet is the controller's answer while the fans are running.
var ErrNotYet = errors.New("fans running")

// Controller is the interface of a fan controller. Replacing a schedule by the same one changes nothing.
type Controller interface {
	Replace(ctx context.Context, orchard string, schedule []byte) error
	Reason(ctx context.Context, orchard string) (string, error)
}

// Fans sets schedules.
type Fans struct {
	ctl Controller
}

// New returns a Fans for ctl.
func New(ctl Controller) *Fans { return &Fans{ctl: ctl} }

// Set replaces the schedule of an orchard; if that does not succeed the error says why.
func (f *Fans) Set(ctx context.Context, orchard string, schedule []byte) error {
	ctx, cancel := context.WithTimeout(ctx, usualLimit)
	defer cancel()

	err := f.untilAccepted(ctx, orchard, schedule)
	if err == nil || ctx.Err() != nil {
		return err
	}
	reason, rerr := f.ctl.Reason(ctx, orchard) // with what the retries left
	if rerr != nil {
		return fmt.Errorf("orchard %s: %w", orchard, errors.Join(err, rerr))
	}
	return fmt.Errorf("orchard %s (%s): %w", orchard, reason, err)
}

func (f *Fans) untilAccepted(ctx context.Context, orchard string, schedule []byte) error {
	retryCtx, cancel := context.WithTimeout(ctx, budget(ctx))
	defer cancel()
	for {
		err := f.once(retryCtx, orchard, schedule)
		if err == nil || !errors.Is(err, ErrNotYet) && !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		t := time.NewTimer(pause + rand.N(pause))
		select {
		case <-t.C:
		case <-retryCtx.Done():
			t.Stop()
			return errors.Join(retryCtx.Err(), err)
		}
	}
}

func (f *Fans) once(ctx context.Context, orchard string, schedule []byte) error {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	return f.ctl.Replace(ctx, orchard, schedule)
}

// budget is the time for retries: what ctx has left, without the reserve, and at least one try.
func budget(ctx context.Context) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return usualLimit - reserve
	}
	return max(time.Until(deadline)-reserve, tryLimit)
}
