package a

import (
	"context"
	"slices"
	"sync"
)

type lockers struct {
	mu    sync.Mutex
	locks map[string]*sync.Mutex
}

func (s *lockers) of(name string) *sync.Mutex {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.locks[name]
	if l == nil {
		l = new(sync.Mutex)
		s.locks[name] = l
	}
	return l
}

// All are held until the caller gives them back.
func (s *lockers) acquire(ctx context.Context, names []string) (func(), error) {
	var held []*sync.Mutex
	release := func() {
		for _, l := range slices.Backward(held) {
			l.Unlock()
		}
	}
	for _, n := range names {
		if err := ctx.Err(); err != nil {
			release()
			return nil, err
		}
		l := s.of(n)
		l.Lock() // want `who waits here for the lock, which is held until somebody calls the Unlock that is returned, cannot leave when ctx is over`
		held = append(held, l)
	}
	return release, nil
}

func (s *lockers) acquireOne(ctx context.Context, name string) (func(), error) {
	l := s.of(name)
	l.Lock() // want `who waits here for the lock`
	if err := ctx.Err(); err != nil {
		l.Unlock()
		return nil, err
	}
	return func() { l.Unlock() }, nil
}

// The lock is held for a moment; what is returned takes it again.
func (s *lockers) drop(ctx context.Context, name string) (func(), error) {
	s.mu.Lock()
	_, ok := s.locks[name]
	s.mu.Unlock()
	if !ok {
		return nil, context.Canceled
	}
	return func() {
		s.mu.Lock()
		delete(s.locks, name)
		s.mu.Unlock()
	}, nil
}

// Nobody but this function holds them.
func (s *lockers) all(ctx context.Context, names []string) func() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range names {
		s.locks[n] = new(sync.Mutex)
	}
	return func() []string { return names }
}

// It does not wait.
func (s *lockers) try(ctx context.Context, name string) (func(), bool) {
	l := s.of(name)
	if !l.TryLock() {
		return nil, false
	}
	return l.Unlock, true
}

// The context is for what is written down.
func (s *lockers) traced(ctx context.Context, name string) func() {
	l := s.of(name)
	l.Lock()
	return func() { l.Unlock() }
}
