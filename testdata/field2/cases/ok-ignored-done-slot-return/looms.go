// Package ok weaves rugs, a few at a time. Taking a slot obeys the context; giving it
// back is a bare receive that cannot block. Each rug sends one result, and the channel
// has room for every rug.
package ok

import (
	"context"
	"errors"
	"fmt"
)

// Loom weaves.
type Loom interface {
	Weave(ctx context.Context, rug string) error
}

// Mill has looms.
type Mill struct {
	loom  Loom
	slots chan struct{}
}

// New makes a mill that weaves n rugs at a time.
func New(l Loom, n int) *Mill { return &Mill{loom: l, slots: make(chan struct{}, n)} }

func (m *Mill) take(ctx context.Context) error {
	select {
	case m.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (m *Mill) put() { <-m.slots }

// WeaveAll weaves the rugs and returns the errors by rug.
func (m *Mill) WeaveAll(ctx context.Context, rugs []string) error {
	results := make(chan error, len(rugs))
	started := 0
	for _, r := range rugs {
		if err := m.take(ctx); err != nil {
			results <- fmt.Errorf("rug %s not begun: %w", r, err)
			started++
			break
		}
		started++
		go func() {
			defer m.put()
			if err := m.loom.Weave(ctx, r); err != nil {
				results <- fmt.Errorf("rug %s: %w", r, err)
				return
			}
			results <- nil
		}()
	}
	var errs []error
	for range started {
		errs = append(errs, <-results)
	}
	return errors.Join(errs...)
}
