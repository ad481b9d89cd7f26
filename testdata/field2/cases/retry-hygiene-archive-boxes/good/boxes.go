// Package good fetches boxes from the deep store of an archive.
// When the reader's time is up during a pause, the error holds the last attempt's reason.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Store brings boxes up.
type Store interface {
	Fetch(ctx context.Context, box string) error
}

type policy struct {
	first, max time.Duration
	expire     time.Duration
}

func (p policy) delay(n int) time.Duration {
	d := min(p.first<<min(n, 16), p.max)
	return d/2 + rand.N(d/2+1)
}

// Clerk fetches.
type Clerk struct {
	store  Store
	policy policy
}

// NewClerk returns a clerk with the patience of a clerk.
func NewClerk(s Store) *Clerk {
	return &Clerk{store: s, policy: policy{time.Second, 20 * time.Second, 3 * time.Minute}}
}

// Fetch returns when the box is up.
func (c *Clerk) Fetch(ctx context.Context, box string) error {
	return c.retry(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
		defer cancel()
		return c.store.Fetch(ctx, box)
	})
}

func (c *Clerk) retry(ctx context.Context, op func(context.Context) error) error {
	began := time.Now()
	for n := 0; ; n++ {
		err := op(ctx)
		if err == nil {
			return nil
		}
		next := c.policy.delay(n)
		if time.Since(began)+next > c.policy.expire {
			return fmt.Errorf("not fetched after %d tries: %w", n+1, err)
		}
		timer := time.NewTimer(next)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(ctx.Err(), err)
		}
	}
}
