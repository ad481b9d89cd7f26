// Package good collects every night what the inspectors have written about a town's lifts.
// A lift has a minute, and four calls of twelve seconds fit into it with the pauses in between.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

// ErrPortalBusy is the portal's "try again".
var ErrPortalBusy = errors.New("portal is busy")

// Report is the inspector's last word on a lift.
type Report struct {
	Lift   string
	Passed bool
	Date   time.Time
}

// Portal is the inspectors' service.
type Portal interface {
	Report(ctx context.Context, lift string) (*Report, error)
}

// Limits are those of one lift.
type Limits struct {
	Calls int           // made for a lift before it is left for tomorrow
	Call  time.Duration // one of them
	Lift  time.Duration // all of them
	Pause time.Duration // before the second; it doubles
}

// DefaultLimits are meant for the portal as it is on most nights.
var DefaultLimits = Limits{
	Calls: 4,
	Call:  12 * time.Second,
	Lift:  time.Minute,
	Pause: 500 * time.Millisecond,
}

// Collector is started by the scheduler.
type Collector struct {
	portal Portal
	limits Limits
	keep   func(ctx context.Context, r *Report) error
	log    *slog.Logger
}

// New returns a Collector with the default limits.
func New(portal Portal, keep func(ctx context.Context, r *Report) error, log *slog.Logger) *Collector {
	return &Collector{portal: portal, limits: DefaultLimits, keep: keep, log: log}
}

// Run collects the reports of all lifts; a lift without one is left for the next night.
func (c *Collector) Run(ctx context.Context, lifts []string) error {
	for _, lift := range lifts {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r, err := c.report(ctx, lift)
		if err != nil {
			c.log.Warn("no report tonight", "lift", lift, "err", err)
			continue
		}
		if err := c.keep(ctx, r); err != nil {
			return fmt.Errorf("keep report of %s: %w", lift, err)
		}
	}
	return nil
}

func (c *Collector) report(ctx context.Context, lift string) (*Report, error) {
	ctx, cancel := context.WithTimeout(ctx, c.limits.Lift)
	defer cancel()
	for n := 1; ; n++ {
		r, err := c.call(ctx, lift)
		if err == nil {
			return r, nil
		}
		if n == c.limits.Calls || ctx.Err() != nil || !transient(err) {
			return nil, fmt.Errorf("call %d: %w", n, err)
		}
		d := c.limits.Pause << min(n-1, 4)
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d)):
		}
	}
}

func (c *Collector) call(ctx context.Context, lift string) (*Report, error) {
	ctx, cancel := context.WithTimeout(ctx, c.limits.Call)
	defer cancel()
	return c.portal.Report(ctx, lift)
}

func transient(err error) bool {
	var op *net.OpError
	return errors.Is(err, ErrPortalBusy) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &op)
}
