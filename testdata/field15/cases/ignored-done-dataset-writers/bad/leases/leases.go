// Package leases lets one writer at a time into a dataset.
package leases

import (
	"context"
	"fmt"
	"sync"
)

// Keeper hands out write leases.
type Keeper struct {
	mu   sync.Mutex
	held map[string]chan struct{} // closed when the lease is given back
}

// NewKeeper returns a keeper without leases.
func NewKeeper() *Keeper {
	return &Keeper{held: map[string]chan struct{}{}}
}

// Lease is the right to write to one dataset.
type Lease struct {
	keeper  *Keeper
	dataset string
	once    sync.Once
}

// Acquire waits until nobody else writes to the dataset.
func (k *Keeper) Acquire(ctx context.Context, dataset string) (*Lease, error) {
	for {
		k.mu.Lock()
		free, taken := k.held[dataset]
		if !taken {
			k.held[dataset] = make(chan struct{})
			k.mu.Unlock()
			return &Lease{keeper: k, dataset: dataset}, nil
		}
		k.mu.Unlock()
		select {
		case <-free:
		case <-ctx.Done():
			return nil, fmt.Errorf("lease of %s: %w", dataset, ctx.Err())
		}
	}
}

// Release gives the lease back. Releasing it again does nothing.
func (l *Lease) Release(ctx context.Context) error {
	if err := ctx.Err(); err != nil { // EXPECT ignored-done
		return fmt.Errorf("release %s: %w", l.dataset, err) // OR ignored-done
	}
	l.once.Do(func() {
		l.keeper.mu.Lock()
		defer l.keeper.mu.Unlock()
		close(l.keeper.held[l.dataset])
		delete(l.keeper.held, l.dataset)
	})
	return nil
}
