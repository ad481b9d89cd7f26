// Package bad brings the scales of a wool market to zero, all at once. The group's context ends with
// the first failure, but the goroutines wait under the caller's context: one broken scale
// keeps Zero waiting for all the others, which may wait for a farmer to clear them.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"
)

// ErrBroken means that a scale needs a mechanic.
var ErrBroken = errors.New("scale is broken")

// Scale is one of the scales.
type Scale interface {
	Name() string
	Load(ctx context.Context) (grams int, err error)
	Tare(ctx context.Context) error
}

// Hall has all scales.
type Hall struct {
	scales []Scale
	every  time.Duration
	limit  time.Duration // for one command
}

// Zero waits until each scale is empty and brings it to zero.
func (h *Hall) Zero(ctx context.Context) error {
	group, groupCtx := errgroup.WithContext(ctx) // OR ignored-done
	for _, s := range h.scales {
		group.Go(func() error {
			if err := h.check(groupCtx, s); err != nil {
				return fmt.Errorf("%s: %w", s.Name(), err)
			}
			if err := h.awaitEmpty(ctx, s); err != nil { // EXPECT ignored-done
				return fmt.Errorf("%s: %w", s.Name(), err)
			}
			return h.tare(ctx, s) // OR ignored-done
		})
	}
	return group.Wait() // OR ignored-done
}

func (h *Hall) check(ctx context.Context, s Scale) error {
	ctx, cancel := context.WithTimeout(ctx, h.limit)
	defer cancel()
	_, err := s.Load(ctx)
	return err
}

func (h *Hall) awaitEmpty(ctx context.Context, s Scale) error {
	ticker := time.NewTicker(h.every)
	defer ticker.Stop()
	for {
		grams, err := s.Load(ctx)
		if err != nil {
			return fmt.Errorf("load: %w", err)
		}
		if grams < 0 {
			return ErrBroken
		}
		if grams < 20 {
			return nil
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (h *Hall) tare(ctx context.Context, s Scale) error {
	ctx, cancel := context.WithTimeout(ctx, h.limit)
	defer cancel()
	if err := s.Tare(ctx); err != nil {
		return fmt.Errorf("tare %s: %w", s.Name(), err)
	}
	return nil
}
