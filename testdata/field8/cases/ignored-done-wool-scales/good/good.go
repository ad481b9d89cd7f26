// Package good brings the scales of a wool market to zero, all at once. The goroutines wait under the
// group's context, so the first failure ends the others.
package good

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
	group, groupCtx := errgroup.WithContext(ctx)
	for _, s := range h.scales {
		group.Go(func() error {
			if err := h.check(groupCtx, s); err != nil {
				return fmt.Errorf("%s: %w", s.Name(), err)
			}
			if err := h.awaitEmpty(groupCtx, s); err != nil {
				return fmt.Errorf("%s: %w", s.Name(), err)
			}
			return h.tare(groupCtx, s)
		})
	}
	return group.Wait()
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
