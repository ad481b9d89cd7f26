// Package good waters plants in the background. Stop waits for the jobs in hand, but
// not longer than its caller's context allows.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
)

// ErrStopped is given for jobs that come too late.
var ErrStopped = errors.New("watering has stopped")

// Job is a piece of work of a plug-in; some talk to old hardware and take their time.
type Job func()

// Waterer runs jobs, a few at a time.
type Waterer struct {
	mu      sync.Mutex
	stopped bool
	slots   chan struct{}
	running sync.WaitGroup
	log     *slog.Logger
}

// NewWaterer makes a waterer for n jobs at a time.
func NewWaterer(n int, log *slog.Logger) *Waterer {
	return &Waterer{slots: make(chan struct{}, n), log: log}
}

// Submit runs the job when there is a slot for it.
func (w *Waterer) Submit(ctx context.Context, j Job) error {
	select {
	case w.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopped {
		<-w.slots
		return ErrStopped
	}
	w.running.Add(1)
	go func() {
		defer w.running.Done()
		defer func() { <-w.slots }()
		j()
	}()
	return nil
}

// Stop takes no more jobs and waits for those in hand.
func (w *Waterer) Stop(ctx context.Context) error {
	w.mu.Lock()
	w.stopped = true
	w.mu.Unlock()

	idle := make(chan struct{})
	go func() {
		w.running.Wait()
		close(idle)
	}()
	select {
	case <-idle:
		w.log.InfoContext(ctx, "waterer stopped")
		return nil
	case <-ctx.Done():
		return fmt.Errorf("stop waterer: %w", ctx.Err())
	}
}
