// Package good works off blasting plans that a dispatcher leases out. While a plan is worked on
// a goroutine renews the lease. It outlives a shutdown signal, so its context is detached,
// and it is stopped and waited for when the plan is done.
package good

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
	work, cancel := context.WithTimeout(context.WithoutCancel(ctx), planLimit)
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		c.keepLease(work, plan.ID)
	}()
	defer func() {
		cancel()
		<-kept
	}()
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
	for {
		select {
		case <-tick.C:
			if err := c.renew(ctx, plan); err != nil {
				c.log.Warn("lease not renewed", "plan", plan, "err", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

func (c *Crew) renew(ctx context.Context, plan string) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return c.dispatcher.Renew(ctx, plan)
}
