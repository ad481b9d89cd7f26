package a

import (
	"context"
	"sync"
)

// A context's end wakes those who wait, but does not take the lock.
type seats struct {
	mu    sync.Mutex
	moved *sync.Cond
	free  int
}

func newSeats() *seats {
	s := &seats{}
	s.moved = sync.NewCond(&s.mu)
	return s
}

func (s *seats) byMethod(ctx context.Context) error {
	stop := context.AfterFunc(ctx, s.moved.Broadcast)
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.free == 0 && ctx.Err() == nil {
		s.moved.Wait() // want `Wait does not end when ctx does: the Broadcast at cond.go:\d+ does not hold the lock, so it can come between the look at the context and the Wait, and is lost then; lock around the call that wakes it`
	}
	return ctx.Err()
}

type gate struct {
	sync.Mutex
	open bool
	cond *sync.Cond
}

func newGate() *gate {
	g := &gate{}
	g.cond = sync.NewCond(g)
	return g
}

func (g *gate) byLiteral(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { g.cond.Signal() })()
	g.Lock()
	defer g.Unlock()
	for !g.open {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		g.cond.Wait() // want `the Signal at cond.go:\d+ does not hold the lock`
	}
	return nil
}

type bell struct {
	cond *sync.Cond
	rung bool
}

func newBell() *bell { return &bell{cond: sync.NewCond(new(sync.Mutex))} }

func (b *bell) byGoroutine(ctx context.Context) error {
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-ctx.Done():
			b.cond.Broadcast()
		case <-done:
		}
	}()
	b.cond.L.Lock()
	defer b.cond.L.Unlock()
	for !b.rung && ctx.Err() == nil {
		b.cond.Wait() // want `the Broadcast at cond.go:\d+ does not hold the lock`
	}
	return ctx.Err()
}

// Right: with the lock, also by the condition's own, or in a helper.
type tray struct {
	cond *sync.Cond
	n    int
}

func newTray() *tray { return &tray{cond: sync.NewCond(new(sync.Mutex))} }

func (t *tray) take(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() {
		t.cond.L.Lock()
		defer t.cond.L.Unlock()
		t.cond.Broadcast()
	})
	defer stop()
	t.cond.L.Lock()
	defer t.cond.L.Unlock()
	for t.n == 0 && ctx.Err() == nil {
		t.cond.Wait()
	}
	return ctx.Err()
}

type rack struct {
	cond *sync.Cond
	n    int
}

func newRack() *rack { return &rack{cond: sync.NewCond(new(sync.Mutex))} }

func (r *rack) wake() {
	r.cond.L.Lock()
	r.cond.Broadcast()
	r.cond.L.Unlock()
}

func (r *rack) take(ctx context.Context) error {
	stop := context.AfterFunc(ctx, r.wake)
	defer stop()
	r.cond.L.Lock()
	defer r.cond.L.Unlock()
	for r.n == 0 && ctx.Err() == nil {
		r.cond.Wait()
	}
	return ctx.Err()
}

func (r *rack) takeOne(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { r.wake() })
	defer stop()
	r.cond.L.Lock()
	defer r.cond.L.Unlock()
	for r.n == 0 && ctx.Err() == nil {
		r.cond.Wait()
	}
	return ctx.Err()
}
