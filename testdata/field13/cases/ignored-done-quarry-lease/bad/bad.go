// Package bad works off blasting plans that a dispatcher leases out. While a plan is worked on
// a goroutine renews the lease. It should outlive a shutdown signal by a moment and got a
// detached context; but that one never ends, so the goroutine renews the lease for ever.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

const (
	renewEvery = 10 * time.Second
	callLimit  = 5 * time.Second
	planLimit  = 15 * time.Minute
)

// Plan is a leased piece of work.
type Plan struct {
	ID    string
	Holes []string
}

// Dispatcher leases plans out.
type Dispatcher interface {
	Lease(ctx context.Context) (*Plan, error)
	Renew(ctx context.Context, plan string) error
	Finish(ctx context.Context, plan string) error
}

// Crew works for a dispatcher.
type Crew struct {
	dispatcher Dispatcher
	blast      func(ctx context.Context, hole string) error
	log        *slog.Logger
}

// Next works off one plan. A plan that was begun is finished even when ctx ends meanwhile.
func (c *Crew) Next(ctx context.Context) error {
	plan, err := c.dispatcher.Lease(ctx)
	if err != nil {
		return fmt.Errorf("lease a plan: %w", err)
	}
	go c.keepLease(context.WithoutCancel(ctx), plan.ID) // EXPECT ignored-done

	work, cancel := context.WithTimeout(context.WithoutCancel(ctx), planLimit)
	defer cancel()
	for _, hole := range plan.Holes {
		if err := c.blast(work, hole); err != nil {
			return fmt.Errorf("plan %s, hole %s: %w", plan.ID, hole, err)
		}
	}
	if err := c.dispatcher.Finish(work, plan.ID); err != nil {
		return fmt.Errorf("finish plan %s: %w", plan.ID, err)
	}
	return nil
}

// keepLease renews the lease of a plan until ctx ends.
func (c *Crew) keepLease(ctx context.Context, plan string) {
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	for { // OR ignored-done
		select {
		case <-tick.C:
			if err := c.renew(ctx, plan); err != nil {
				c.log.Warn("lease not renewed", "plan", plan, "err", err)
			}
		case <-ctx.Done(): // OR ignored-done
			return
		}
	}
}

func (c *Crew) renew(ctx context.Context, plan string) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return c.dispatcher.Renew(ctx, plan)
}
