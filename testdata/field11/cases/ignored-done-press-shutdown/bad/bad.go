// Package bad runs the presses of a print shop. Shutdown takes a context with the time that
// the platform leaves it and then waits for the printers without it: one long job keeps
// Shutdown, and the process, until the platform kills it.
package bad

import (
	"context"
	"errors"
	"log/slog"
	"sync"
)

// ErrClosed says that the shop takes no more jobs.
var ErrClosed = errors.New("print shop is closed")

// Job is something to print. Print returns soon after its context has ended.
type Job interface {
	Title() string
	Print(ctx context.Context) error
}

// Shop has a few presses and a queue.
type Shop struct {
	jobs    chan Job
	closing chan struct{}
	once    sync.Once
	cancel  context.CancelFunc
	presses sync.WaitGroup
	log     *slog.Logger
}

// NewShop starts n presses.
func NewShop(n, queue int, log *slog.Logger) *Shop {
	ctx, cancel := context.WithCancel(context.Background())
	s := &Shop{jobs: make(chan Job, queue), closing: make(chan struct{}), cancel: cancel, log: log}
	for range n {
		s.presses.Go(func() { s.press(ctx) })
	}
	return s
}

// Submit queues a job.
func (s *Shop) Submit(ctx context.Context, j Job) error {
	select {
	case s.jobs <- j:
		return nil
	case <-s.closing:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Shutdown lets the running jobs finish, but no longer than until ctx ends.
func (s *Shop) Shutdown(ctx context.Context) error {
	defer s.cancel()
	s.once.Do(func() { close(s.closing) })
	s.presses.Wait() // EXPECT ignored-done
	s.log.InfoContext(ctx, "presses stopped")
	return nil
}

func (s *Shop) press(ctx context.Context) {
	for {
		select {
		case <-s.closing:
			return
		case j := <-s.jobs:
			if err := j.Print(ctx); err != nil {
				s.log.ErrorContext(ctx, "job failed", "job", j.Title(), "err", err)
			}
		}
	}
}
