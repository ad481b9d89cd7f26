// Package bad waters plants in the background. Stop takes a context, so its caller
// believes that it may bound the wait; but it waits for the jobs in hand, whatever
// they are, and looks at the context only afterwards.
package bad

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
func (w *Waterer) Stop(ctx context.Context) error { // OR ignored-done
	w.mu.Lock()
	w.stopped = true
	w.mu.Unlock()

	w.running.Wait() // EXPECT ignored-done
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("stop waterer: %w", err)
	}
	w.log.InfoContext(ctx, "waterer stopped")
	return nil
}
