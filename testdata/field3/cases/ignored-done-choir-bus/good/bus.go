// Package good waits for the singers of a choir to be on the bus, for a limited time.
// The helper's goroutine closes a channel, which blocks nobody.
package good

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Group is a WaitGroup that can be waited for within a context.
type Group struct {
	wg sync.WaitGroup
}

// Add adds n.
func (g *Group) Add(n int) { g.wg.Add(n) }

// Done takes one away.
func (g *Group) Done() { g.wg.Done() }

// Wait waits for the group or for the end of ctx.
func (g *Group) Wait(ctx context.Context) error {
	all := make(chan struct{})
	go func() {
		g.wg.Wait()
		close(all)
	}()
	select {
	case <-all:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Bus leaves when all are on it, or when it must.
type Bus struct {
	seats   Group
	latest  time.Duration
	mu      sync.Mutex
	aboard  []string
	waiting map[string]bool
}

// Invite adds a singer to wait for.
func (b *Bus) Invite(singer string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiting == nil {
		b.waiting = map[string]bool{}
	}
	if !b.waiting[singer] {
		b.waiting[singer] = true
		b.seats.Add(1)
	}
}

// Board takes a singer on.
func (b *Bus) Board(singer string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.aboard = append(b.aboard, singer)
	if b.waiting[singer] {
		delete(b.waiting, singer)
		b.seats.Done()
	}
}

// Leave returns who is aboard when the bus leaves, and whether that is everybody.
func (b *Bus) Leave(ctx context.Context) (aboard []string, all bool, err error) {
	wctx, cancel := context.WithTimeout(ctx, b.latest)
	defer cancel()
	err = b.seats.Wait(wctx)
	if err != nil && ctx.Err() != nil {
		return nil, false, fmt.Errorf("bus cancelled: %w", ctx.Err())
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.aboard...), err == nil, nil
}
