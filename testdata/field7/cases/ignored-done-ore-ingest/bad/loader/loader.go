// Package loader sends samples to the store with several senders.
package loader

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// Sample is what was found at one depth.
type Sample struct {
	Depth float64
	Gold  float64
}

// Store keeps samples by depth; to put one twice changes nothing.
type Store interface {
	Put(ctx context.Context, s Sample) error
}

// Loader sends what is added to it.
type Loader struct {
	ctx    context.Context
	cancel context.CancelFunc
	group  *errgroup.Group
	in     chan Sample
}

// Open starts the senders.
func Open(store Store, senders int) *Loader {
	base, cancel := context.WithCancel(context.Background()) // EXPECT ignored-done
	group, ctx := errgroup.WithContext(base)
	l := &Loader{ctx: ctx, cancel: cancel, group: group, in: make(chan Sample)}
	for range senders {
		group.Go(func() error {
			for {
				select {
				case s, more := <-l.in:
					if !more {
						return nil
					}
					if err := store.Put(ctx, s); err != nil {
						return err
					}
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		})
	}
	return l
}

// Add hands a sample to a sender; it returns false if the senders have stopped.
func (l *Loader) Add(s Sample) bool {
	select {
	case l.in <- s:
		return true
	case <-l.ctx.Done():
		return false
	}
}

// Finish waits until all is sent and returns the first failure. Nothing can be added then.
func (l *Loader) Finish() error {
	close(l.in)
	return l.group.Wait()
}

// Close stops the senders.
func (l *Loader) Close() { l.cancel() }
