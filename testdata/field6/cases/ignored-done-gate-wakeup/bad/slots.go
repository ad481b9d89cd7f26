// Package bad limits how many sandboxes start at the same time. The limit can be changed
// while requests wait.
package bad

import (
	"context"
	"fmt"
	"sync"
)

// Slots counts sandboxes that are starting.
type Slots struct {
	mu    sync.Mutex
	freed *sync.Cond
	used  int
	limit int
}

// NewSlots returns slots for limit sandboxes.
func NewSlots(limit int) *Slots {
	s := &Slots{limit: limit}
	s.freed = sync.NewCond(&s.mu)
	return s
}

// Resize changes the limit.
func (s *Slots) Resize(limit int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limit = limit
	s.freed.Broadcast()
}

// Acquire takes a slot, waiting for one as long as ctx allows.
func (s *Slots) Acquire(ctx context.Context) error {
	stop := context.AfterFunc(ctx, s.freed.Broadcast) // EXPECT ignored-done
	defer stop()

	s.mu.Lock()
	defer s.mu.Unlock()
	for s.used >= s.limit {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("no slot: %w", err)
		}
		s.freed.Wait() // OR ignored-done
	}
	s.used++
	return nil
}

// Release gives a slot back.
func (s *Slots) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used--
	s.freed.Broadcast()
}

// Launcher boots sandboxes.
type Launcher struct {
	slots *Slots
	boot  func(ctx context.Context, template string) (string, error)
}

// NewLauncher returns a launcher.
func NewLauncher(slots *Slots, boot func(ctx context.Context, template string) (string, error)) *Launcher {
	return &Launcher{slots: slots, boot: boot}
}

// Start boots one sandbox and returns its id.
func (l *Launcher) Start(ctx context.Context, template string) (string, error) {
	if err := l.slots.Acquire(ctx); err != nil {
		return "", err
	}
	defer l.slots.Release()
	return l.boot(ctx, template)
}
