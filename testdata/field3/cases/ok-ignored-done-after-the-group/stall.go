// Package ok closes market stalls. After Wait the group's context is over, and it is the
// parent's that the last step uses. The mutex in a function with a context guards a map
// for a moment only.
package ok

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Stall is closed by its owner.
type Stall interface {
	Name() string
	Close(ctx context.Context) (takings int, err error)
}

// Bank takes the takings.
type Bank interface {
	Deposit(ctx context.Context, day string, takings map[string]int) error
}

// Market has stalls.
type Market struct {
	stalls []Stall
	bank   Bank
	limit  time.Duration

	mu      sync.Mutex
	takings map[string]int
}

func (m *Market) note(ctx context.Context, s Stall) error {
	ctx, cancel := context.WithTimeout(ctx, m.limit)
	defer cancel()
	n, err := s.Close(ctx)
	if err != nil {
		return fmt.Errorf("close %s: %w", s.Name(), err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.takings[s.Name()] = n
	return nil
}

// Close closes the market for the day.
func (m *Market) Close(ctx context.Context, day string) error {
	m.mu.Lock()
	m.takings = make(map[string]int, len(m.stalls))
	m.mu.Unlock()

	group, gctx := errgroup.WithContext(ctx)
	for _, s := range m.stalls {
		group.Go(func() error { return m.note(gctx, s) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	dctx, cancel := context.WithTimeout(ctx, m.limit)
	defer cancel()
	m.mu.Lock()
	takings := maps.Clone(m.takings)
	m.mu.Unlock()
	return m.bank.Deposit(dctx, day, takings)
}
