package a

import (
	"context"
	"sync"
)

type pressJob interface{ Print(context.Context) error }

type presses struct {
	jobs    chan pressJob
	closing chan struct{}
	once    sync.Once
	cancel  context.CancelFunc
	work    sync.WaitGroup
}

func newPresses(n int) *presses {
	ctx, cancel := context.WithCancel(context.Background())
	s := &presses{jobs: make(chan pressJob), closing: make(chan struct{}), cancel: cancel}
	for range n {
		s.work.Go(func() { s.press(ctx) })
	}
	return s
}

func (s *presses) press(ctx context.Context) {
	for {
		select {
		case <-s.closing:
			return
		case j := <-s.jobs:
			_ = j.Print(ctx)
		}
	}
}

// The close is in a literal, and the workers' context comes from the maker.
func (s *presses) Shutdown(ctx context.Context) error {
	defer s.cancel()
	s.once.Do(func() { close(s.closing) })
	s.work.Wait() // want `the worker's j.Print at press.go:\d+ goes on under a context that nothing has ended by then`
	return nil
}

// The literal cancels.
func (s *presses) Stop(ctx context.Context) error {
	s.once.Do(func() {
		close(s.closing)
		s.cancel()
	})
	s.work.Wait()
	return nil
}
