// Package good numbers the visitors of a museum over several entrances. Only one entrance
// may count at a time; a busy turnstile is tried again until the caller's context ends.
package good

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Ledger stores how many visitors came.
type Ledger interface {
	Load(ctx context.Context) (int, error)
	Store(ctx context.Context, n int) error
}

// guard is a lock that can be left alone.
type guard[T any] struct {
	mu    sync.Mutex
	value T
	nap   time.Duration
}

// with runs fn on the value as soon as nobody else does.
func (g *guard[T]) with(ctx context.Context, fn func(context.Context, T) error) error {
	nap := time.NewTicker(g.nap)
	defer nap.Stop()
	for !g.mu.TryLock() {
		select {
		case <-nap.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	defer g.mu.Unlock()
	return fn(ctx, g.value)
}

// Museum counts visitors.
type Museum struct{ door *guard[Ledger] }

// New returns a museum that counts in ledger.
func New(ledger Ledger) *Museum {
	return &Museum{door: &guard[Ledger]{value: ledger, nap: 250 * time.Millisecond}}
}

// Enter returns the number of the next visitor.
func (m *Museum) Enter(ctx context.Context) (int, error) {
	var number int
	err := m.door.with(ctx, func(ctx context.Context, ledger Ledger) error {
		n, err := ledger.Load(ctx)
		if err != nil {
			return fmt.Errorf("read ledger: %w", err)
		}
		number = n + 1
		return ledger.Store(ctx, number)
	})
	return number, err
}
